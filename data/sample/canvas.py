"""A small vector canvas over Pillow.

Everything is a filled polygon in an affine frame, drawn four times too large
and averaged down, which is all the anti-aliasing that flat shapes need.
"""

from contextlib import contextmanager
from math import atan2, cos, hypot, pi, radians, sin

from PIL import Image, ImageDraw

SUPERSAMPLING = 4


def colour(value, alpha=1.0):
    value = value.lstrip("#")
    r, g, b = (int(value[i:i + 2], 16) for i in (0, 2, 4))
    return (r, g, b, round(255 * alpha))


class Canvas:
    def __init__(self, width, height, background, scale=1):
        self.width, self.height = width, height
        self.factor = SUPERSAMPLING * scale
        self.image = Image.new("RGB", (width * self.factor,
                                       height * self.factor), background)
        self.pen = ImageDraw.Draw(self.image, "RGBA")
        self.frame = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def finish(self):
        return self.image.reduce(SUPERSAMPLING)

    @contextmanager
    def at(self, x=0, y=0, turn=0, sx=1, sy=None):
        """Move the origin, turn by degrees and stretch, for a while."""
        sy = sx if sy is None else sy
        a, b, c, d, e, f = saved = self.frame
        co, si = cos(radians(turn)), sin(radians(turn))
        self.frame = (a * co * sx + c * si * sx, b * co * sx + d * si * sx,
                      c * co * sy - a * si * sy, d * co * sy - b * si * sy,
                      a * x + c * y + e, b * x + d * y + f)
        try:
            yield self
        finally:
            self.frame = saved

    def place(self, points):
        a, b, c, d, e, f = self.frame
        k = self.factor
        return [((a * x + c * y + e) * k, (b * x + d * y + f) * k)
                for x, y in points]

    # Filled shapes

    def polygon(self, points, fill, alpha=1.0):
        self.pen.polygon(self.place(points), fill=colour(fill, alpha))

    def ellipse(self, x, y, rx, ry, fill, turn=0, alpha=1.0):
        co, si = cos(radians(turn)), sin(radians(turn))
        ring = []
        for i in range(96):
            u, v = rx * cos(2 * pi * i / 96), ry * sin(2 * pi * i / 96)
            ring.append((x + u * co - v * si, y + u * si + v * co))
        self.polygon(ring, fill, alpha)

    def circle(self, x, y, r, fill, alpha=1.0):
        self.ellipse(x, y, r, r, fill, 0, alpha)

    def segment(self, x, y, rx, ry, start, end, fill, alpha=1.0):
        """The part of an ellipse that a chord cuts off; degrees, y down."""
        self.polygon(arc_points(x, y, rx, ry, start, end), fill, alpha)

    def sector(self, x, y, r, start, end, fill, alpha=1.0):
        self.polygon([(x, y)] + arc_points(x, y, r, r, start, end), fill,
                     alpha)

    def box(self, x, y, w, h, fill, r=0, alpha=1.0):
        """A rectangle by its upper left corner, with round corners."""
        r = min(r, w / 2, h / 2)
        if r <= 0:
            return self.polygon([(x, y), (x + w, y), (x + w, y + h),
                                 (x, y + h)], fill, alpha)
        outline = []
        for cx, cy, start in ((x + w - r, y + r, -90),
                              (x + w - r, y + h - r, 0),
                              (x + r, y + h - r, 90), (x + r, y + r, 180)):
            outline += arc_points(cx, cy, r, r, start, start + 90, 12)
        self.polygon(outline, fill, alpha)

    def blob(self, points, fill, alpha=1.0):
        """A smooth closed outline through the points."""
        self.polygon(smooth(points, True), fill, alpha)

    def heart(self, x, y, size, fill, turn=0, alpha=1.0):
        with self.at(x, y, turn, size / 34):
            outline = []
            for i in range(80):
                u = 2 * pi * i / 80
                outline.append((16 * sin(u) ** 3,
                                -13 * cos(u) + 5 * cos(2 * u)
                                + 2 * cos(3 * u) + cos(4 * u)))
            self.polygon(outline, fill, alpha)

    def star(self, x, y, r, fill, points=5, inner=0.45, turn=0, alpha=1.0):
        ring = []
        for i in range(points * 2):
            u = pi * i / points - pi / 2 + radians(turn)
            k = r if i % 2 == 0 else r * inner
            ring.append((x + k * cos(u), y + k * sin(u)))
        self.polygon(ring, fill, alpha)

    # Lines

    def line(self, points, width, fill, alpha=1.0):
        """A polyline with round ends and joints."""
        if alpha < 1:
            return self.polygon(ribbon(points, width), fill, alpha)
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            length = hypot(x1 - x0, y1 - y0)
            if length > 0:
                nx = (y1 - y0) / length * width / 2
                ny = (x0 - x1) / length * width / 2
                self.polygon([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny),
                              (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], fill)
        for x, y in points:
            self.circle(x, y, width / 2, fill)

    def curve(self, points, width, fill, alpha=1.0):
        self.line(smooth(points, False), width, fill, alpha)

    def arc(self, x, y, rx, ry, start, end, width, fill):
        self.line(arc_points(x, y, rx, ry, start, end, 24), width, fill)

    def write(self, x, y, text, size, fill, width=None, turn=0):
        """Capitals made of strokes, centred on the point."""
        step = 0.86
        total = sum(0.5 if ch in "I " else step for ch in text) - 0.24
        with self.at(x, y, turn, size):
            left = -total / 2
            for ch in text:
                for stroke in LETTERS[ch]:
                    self.line([(left + u * 0.62, v - 0.5)
                               for u, v in stroke],
                              width or 0.17, fill)
                left += 0.5 if ch in "I " else step


def arc_points(x, y, rx, ry, start, end, steps=48):
    return [(x + rx * cos(radians(start + (end - start) * i / steps)),
             y + ry * sin(radians(start + (end - start) * i / steps)))
            for i in range(steps + 1)]


def smooth(points, closed, steps=12):
    """Catmull-Rom spline through the points."""
    n = len(points)
    path = []
    for i in range(n if closed else n - 1):
        if closed:
            p = [points[(i + k) % n] for k in (-1, 0, 1, 2)]
        else:
            p = [points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2)]
        for s in range(steps):
            t = s / steps
            path.append(tuple(
                0.5 * (2 * p[1][k] + (p[2][k] - p[0][k]) * t
                       + (2 * p[0][k] - 5 * p[1][k] + 4 * p[2][k] - p[3][k])
                       * t * t
                       + (3 * p[1][k] - p[0][k] - 3 * p[2][k] + p[3][k])
                       * t ** 3) for k in (0, 1)))
    if not closed:
        path.append(points[-1])
    return path


def ribbon(points, width):
    """The outline of a line, in one piece so that it can be translucent."""
    left, right = [], []
    for i, (x, y) in enumerate(points):
        x0, y0 = points[max(i - 1, 0)]
        x1, y1 = points[min(i + 1, len(points) - 1)]
        u = atan2(y1 - y0, x1 - x0) + pi / 2
        left.append((x + cos(u) * width / 2, y + sin(u) * width / 2))
        right.append((x - cos(u) * width / 2, y - sin(u) * width / 2))
    return left + right[::-1]


LETTERS = {
    " ": [],
    "A": [[(0, 1), (.5, 0), (1, 1)], [(.2, .65), (.8, .65)]],
    "C": [arc_points(.55, .5, .55, .5, -50, -310, 16)],
    "E": [[(.95, 0), (0, 0), (0, 1), (.95, 1)], [(0, .5), (.8, .5)]],
    "H": [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, .5), (1, .5)]],
    "I": [[(.2, 0), (.2, 1)]],
    "M": [[(0, 1), (0, 0), (.5, .6), (1, 0), (1, 1)]],
    "R": [[(0, 1), (0, 0), (.6, 0), (.92, .12), (.92, .4), (.6, .53),
           (0, .53)], [(.5, .53), (1, 1)]],
    "Z": [[(0, 0), (1, 0), (0, 1), (1, 1)]],
}
