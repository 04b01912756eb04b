"""Sizes of screens, and scripts that find what is cut off, covered, out of place or hard to press."""

from __future__ import annotations

SIZES = {
    "phone": (360, 640),
    "tall phone": (390, 844),
    "old phone": (320, 568),
    "phone on its side": (740, 360),
    "old phone on its side": (568, 320),
    "tablet": (768, 1024),
    "laptop": (1366, 650),
    "desktop": (1280, 800),
    "television": (2560, 1440),
    "desktop at 200 %": (640, 400),
}

SMALLEST = {"old phone", "phone on its side", "old phone on its side", "desktop at 200 %"}

TITLE_COVERED = """() => {
    const heading = document.querySelector(".moment h2"), written = document.createRange();
    written.selectNodeContents(heading);
    const title = written.getBoundingClientRect();
    const visible = (element) => element.checkVisibility({ visibilityProperty: true });
    return visible(heading) && [...document.querySelectorAll(".moment .minis li")].filter(visible).some((card) => {
        const { left, right, top, bottom } = card.getBoundingClientRect();
        const beside = right <= title.left + 1 || title.right <= left + 1;
        return !beside && bottom > title.top + 1 && title.bottom > top + 1;
    });
}"""
"""Returns whether a card covers the title of the moment."""

MEASURE = """() => {
    const table = document.querySelector(".table");
    const faults = [];
    const unseen = table.querySelector(".announcements").clientHeight === 1; // a hint says it on an old phone
    const visible = (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !(unseen && element.closest(".announcements"));
    const boxes = new Map(); // nothing moves while it is measured, and asking again takes a third of the time
    const box = (element) => {
        if (!boxes.has(element)) boxes.set(element, element.getBoundingClientRect());
        return boxes.get(element);
    };
    const name = (element) => element.dataset.part || element.getAttribute("aria-label") || element.className;
    const within = (inner, outer) =>
        inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

    for (const element of [document.scrollingElement, table]) {
        element.scrollTo(9, 9);
        if (element.scrollTop) faults.push(`${name(element)} scrolls down`);
        if (element.scrollLeft) faults.push(`${name(element)} scrolls sideways`);
        element.scrollTo(0, 0);
    }

    const moment = table.querySelector(".moment");
    const things = ".status > *, .company, .table-hint, .actions > button, .announcement, .hand p";
    const parts = [...table.querySelectorAll(things)].filter((part) => visible(part) && part.textContent.trim());
    for (const part of parts) {
        if (!within(box(part), screen)) faults.push(`${name(part)} leaves the screen`);
        for (const other of parts) {
            const [a, b] = [box(part), box(other)];
            const beside = a.right <= b.left + 1 || b.right <= a.left + 1;
            const above = a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
            if (part !== other && !beside && !above) faults.push(`${name(part)} overlaps ${name(other)}`);
        }
    }

    for (const button of table.querySelectorAll("button:not(.hand [aria-disabled=true])")) {
        const scrolled = button.closest(".moment") && moment.scrollHeight > moment.clientHeight + 1; // told below
        if (!visible(button) || scrolled) continue;
        const { left, right, top, bottom, width, height } = box(button);
        for (const icon of [...button.querySelectorAll("svg:not(.card *)")].map(box)) {
            if (Math.abs(icon.width - icon.height) > 1) faults.push(`the icon of ${name(button)} is squeezed`);
        }
        const least = button.closest(".signs") ? 44 : 48;
        if (width < least || height < least) faults.push(`${name(button)} is ${width} x ${height}`);
        if (!within(box(button), screen)) faults.push(`${name(button)} leaves the screen`);
        for (const x of [left + 6, (left + right) / 2, right - 6]) {
            for (const y of [top + 6, (top + bottom) / 2, bottom - 6]) {
                const hit = document.elementFromPoint(x, y);
                if (!button.contains(hit)) faults.push(`${name(button)} lies under ${hit && name(hit)}`);
            }
        }
    }

    const inside = ".level, .lives, .stars, .announcement, .discard";
    for (const part of table.querySelectorAll(inside)) {
        if (visible(part) && !within(box(part), box(part.parentElement))) faults.push(`${name(part)} leaves its place`);
    }
    const opaque = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const seats = [...table.querySelectorAll(".seat")].filter(opaque); // your own is there only when it says something
    const round = box(table.querySelector(".round"));
    const apart = (a, b) =>
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const told_there = [...table.querySelectorAll(".pile .card, .set-aside li, .moment :is(h2, p, li, svg, button)")]
        .filter(opaque)
        .filter((one) => !one.closest(".felt:has(.moment:not([hidden])) .piles"))
        .filter((one) => within(box(one), box(one.closest(".moment, .middle"))));
    for (const seat of seats) {
        const face = box(seat.querySelector(".face")); // which may look over the rim
        if (!within(face, screen) || face.bottom > round.bottom + 1) faults.push(`${name(seat)} leaves the table`);
        for (const other of seats) {
            if (seat !== other && !apart(box(seat), box(other))) faults.push("seats overlap");
        }
        for (const part of seat.querySelectorAll(".face, .plate, .count")) {
            for (const one of opaque(part) ? told_there : []) {
                if (apart(box(part), box(one))) continue;
                faults.push(`seat ${seat.dataset.seat} covers ${name(one) || one.localName}`);
            }
        }
    }
    const hidden = getComputedStyle(table.querySelector(".piles")).opacity === "0";
    for (const number of hidden ? [] : table.querySelectorAll(".pile .card:last-child .number")) {
        for (const part of moment.querySelectorAll("h2, p, li")) {
            if (visible(part) && !apart(box(number), box(part))) faults.push("what happened covers the pile");
        }
    }
    if ((%s)()) faults.push("a card covers the title");
    const held = [...table.querySelectorAll(".seat :is(.backs i, .arm *, .palm *)")]; // most of them are turned
    for (const one of held) one.style.pointerEvents = "auto";
    for (const badge of [...table.querySelectorAll(".seat :is(.plate, .count)")].filter(visible)) {
        const { left, top, width, height } = box(badge);
        for (const x of [0.1, 0.5, 0.9]) {
            for (const y of [0.1, 0.5, 0.9]) {
                const hit = document.elementsFromPoint(left + x * width, top + y * height);
                const seen = hit.filter((one) => held.includes(one) && one.checkVisibility({ opacityProperty: true }));
                const covered = seen.map((one) => one.closest(".backs, .arm, .palm").classList[0]);
                const at = badge.closest(".seat").dataset.seat;
                faults.push(...covered.map((name) => `${badge.className} of seat ${at} covers ${name}`));
            }
        }
    }
    for (const one of held) one.style.pointerEvents = "";
    const level = table.querySelector(".level");
    if (level.scrollWidth > level.clientWidth + 1) faults.push("level is cut off");
    for (const words of table.querySelectorAll(".announcement, .teammate .name, button, .moment")) {
        if (!visible(words)) continue;
        if (words.scrollWidth > words.clientWidth + 1) faults.push(`${name(words)} is cut off sideways`);
        if (words.scrollHeight > words.clientHeight + 1) faults.push(`${name(words)} is cut off below`);
    }
    const line = document.createRange(), announcement = table.querySelector(".announcement");
    const seen = [...announcement.childNodes].filter((one) => one.className !== "earlier"); // that is heard alone
    if (seen.length) line.setStartBefore(seen[0]);
    if (seen.length) line.setEndAfter(seen.at(-1));
    const fits = !seen.length || unseen || within(box(line), box(announcement.parentElement));
    if (!fits) faults.push("announcement leaves its place");
    for (const part of seen.length && opaque(announcement) ? moment.querySelectorAll("h2, p") : []) {
        if (visible(part) && !apart(box(line), box(part))) faults.push("announcement covers what happened");
    }
    return [...new Set(faults)];
}""".replace("%s", TITLE_COVERED)


SMALL = """() => [...document.querySelectorAll("button, select, input, summary, label:has([type=checkbox])")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== "checkbox")
    .filter((one) => one.offsetHeight < 48 || one.offsetWidth < 48)
    .map((one) => one.outerHTML)"""
