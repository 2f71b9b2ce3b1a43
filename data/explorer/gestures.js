// Pointers, wheel and double clicks on the picture of the viewer: enlarge it,
// move it, swipe to another one.

const MOST = 8;                 // times
const DOUBLE = 2.5;             // times, for a double click
const SWIPE = 60;               // pixels
const MOVED = 8;

// swiped() is called with "previous", "next" or "close", enlarged() when the
// picture is larger than the window.

export function gestures(screen, { swiped, enlarged }) {
    const pointers = new Map(); // the positions of the fingers
    let picture = null;
    let start = null;           // where a finger began
    let [scale, x, y] = [1, 0, 0];

    const draw = () => {
        const limit = (value, length) => Math.min(1, Math.max(-1,
            value / (length * (scale - 1) / 2 || 1))) * length
            * (scale - 1) / 2;

        x = limit(x, screen.clientWidth);
        y = limit(y, screen.clientHeight);
        picture.style.transform = scale === 1 ? ''
            : `translate(${x}px, ${y}px) scale(${scale})`;
        screen.classList.toggle('enlarged', scale > 1);

        if (scale > 1) {
            enlarged();
        }
    };

    // The point of the picture at (left, top) stays there.

    const zoom = (by, left = screen.clientWidth / 2,
        top = screen.clientHeight / 2) =>
    {
        const to = Math.min(MOST, Math.max(1, scale * by));
        const dx = left - screen.clientWidth / 2;
        const dy = top - screen.clientHeight / 2;

        x = dx - (dx - x) * to / scale;
        y = dy - (dy - y) * to / scale;
        scale = to;
        draw();
    };

    const middle = () => {
        const all = [...pointers.values()];
        const [a, b] = [all[0], all.at(-1)];

        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
            distance: Math.hypot(a.x - b.x, a.y - b.y) };
    };

    screen.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) {
            return;
        }

        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        start = pointers.size === 1 ? { ...middle() } : null;
    });

    screen.addEventListener('pointermove', (event) => {
        if (!pointers.has(event.pointerId)) {
            return;
        }

        const before = middle();

        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });

        const after = middle();

        if (start && Math.hypot(after.x - start.x, after.y - start.y)
            > MOVED)
        {
            screen.setPointerCapture(event.pointerId);
        }

        if (scale > 1) {
            x += after.x - before.x;
            y += after.y - before.y;
            start = null;
            draw();
        }

        if (before.distance > 0) {
            zoom(after.distance / before.distance, after.x, after.y);
        }
    });

    const end = (event) => {
        const at = pointers.get(event.pointerId);

        pointers.delete(event.pointerId);

        if (!start || !at || event.type !== 'pointerup') {
            return;
        }

        const dx = at.x - start.x;
        const dy = at.y - start.y;

        start = null;

        if (Math.abs(dx) > SWIPE && Math.abs(dx) > Math.abs(dy)) {
            swiped(dx < 0 ? 'next' : 'previous');
        } else if (dy > SWIPE) {
            swiped('close');
        }
    };

    for (const type of ['pointerup', 'pointercancel']) {
        screen.addEventListener(type, end);
    }

    screen.addEventListener('dragstart', (event) => event.preventDefault());
    screen.addEventListener('dblclick', (event) => scale > 1
        ? zoom(1 / scale) : zoom(DOUBLE, event.clientX, event.clientY));
    screen.addEventListener('wheel', (event) => {
        event.preventDefault();
        zoom(2 ** (-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });

    return { zoom, reset: (node) => {
        picture = node;
        [scale, x, y, start] = [1, 0, 0, null];
        pointers.clear();
        draw();
    } };
}
