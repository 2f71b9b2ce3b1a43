"""Parts that several drawings of the sample library share."""

from math import pi, sin

INK = "#2f2a3d"
WHITE = "#ffffff"
CREAM = "#fff4e0"
BLUSH = "#ff9aa2"

SQUARE = (320, 320)
WIDE = (360, 270)


def wave(t, turns=1, shift=0.0):
    """A swing between -1 and 1."""
    return sin(2 * pi * (turns * t + shift))


def blink(t, when=0.72, length=0.12):
    return when <= t % 1 < when + length


def eyes(c, x, y, gap, r, closed=False, ink=INK):
    for side in (-1, 1):
        if closed:
            c.arc(x + side * gap, y - r * 0.3, r, r * 0.75, 20, 160, r * 0.5,
                  ink)
        else:
            c.ellipse(x + side * gap, y, r * 0.86, r, ink)
            c.circle(x + side * gap + r * 0.28, y - r * 0.35, r * 0.32,
                     WHITE)


def laughing_eyes(c, x, y, gap, r, ink=INK):
    for side in (-1, 1):
        c.line([(x + side * gap - r, y + r * 0.6),
                (x + side * gap, y - r * 0.5),
                (x + side * gap + r, y + r * 0.6)], r * 0.5, ink)


def cheeks(c, x, y, gap, r, fill=BLUSH):
    for side in (-1, 1):
        c.ellipse(x + side * gap, y, r, r * 0.68, fill, alpha=0.75)


def smile(c, x, y, r, width, ink=INK):
    c.arc(x, y - r * 0.4, r, r * 0.9, 20, 160, width, ink)


def grin(c, x, y, r, tongue="#f2727f", ink="#7a2f3d", depth=1.0):
    c.segment(x, y, r, r * depth, 0, 180, ink)
    c.segment(x, y + r * 0.62 * depth, r * 0.6, r * 0.36 * depth, 0, 360,
              tongue)


def cloud(c, x, y, size, fill, alpha=1.0):
    with c.at(x, y, 0, size):
        if alpha < 1:
            return c.blob([(-50, 18), (-52, -2), (-30, -10), (-22, -30),
                           (6, -36), (24, -18), (44, -14), (52, 6),
                           (44, 18), (0, 20)], fill, alpha)
        for px, py, r in ((-34, 2, 18), (-10, -12, 26), (20, -4, 21),
                          (38, 6, 14)):
            c.circle(px, py, r, fill)
        c.box(-48, 0, 98, 20, fill, 10)


def swell(c, y, height, length, shift, fill, bottom, width):
    """A band of water whose edge is a sine."""
    edge = [(x, y + height * sin(2 * pi * (x / length + shift)))
            for x in range(-6, width + 7, 4)]
    c.polygon(edge + [(width + 6, bottom + 4), (-6, bottom + 4)], fill)


def twinkle(c, x, y, r, fill=WHITE):
    c.star(x, y, r, fill, 4, 0.32)


def spread(n, seed):
    """Numbers in [0, 1) that look scattered and never change."""
    value, numbers = seed * 7919 + 17, []
    for _ in range(n):
        value = (value * 1103515245 + 12345) % 2147483648
        numbers.append((value >> 8) % 10007 / 10007)
    return numbers


def disc(c, fill):
    """The round ground behind the subject of a square drawing."""
    c.circle(160, 150, 134, fill)


def floor(c, y, fill, edge):
    c.box(0, y, 320, 320 - y, fill)
    c.box(0, y, 320, 6, edge)


def face(c, x, y, gap, r, closed=False):
    """Eyes of radius r, cheeks and a smile."""
    eyes(c, x, y, gap, r, closed)
    cheeks(c, x, y + r * 1.7, gap * 1.55, r * 1.15)
    smile(c, x, y + r * 1.6, r, r * 0.42)


def pine(c, x, y, height, fill, snow=None):
    """A conifer whose foot is at the point."""
    c.box(x - 4, y - 8, 8, 14, "#6d4a34")
    for k in range(3):
        top = y - height + k * height * 0.26
        w = height * (0.2 + 0.07 * k)
        c.polygon([(x, top), (x + w, top + height * 0.42),
                   (x - w, top + height * 0.42)], fill)
        if snow:
            c.polygon([(x, top), (x + w * 0.4, top + height * 0.17),
                       (x - w * 0.4, top + height * 0.17)], snow)
