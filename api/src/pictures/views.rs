//! Further views of a work, drawn from its picture: a detail, the signature, the back, the framed work on a wall. They
//! are deterministic: the same work, view and seed give the same picture.

use image::imageops::{FilterType, crop_imm, overlay, resize};
use image::{DynamicImage, Rgb, RgbImage};

use super::View;

/// Share of the work's sides that a detail shows, and how much it is enlarged.
const DETAIL: (f32, f32) = (0.46, 1.7);
const SIGNATURE: (f32, f32) = (0.34, 2.2);
/// Widths of frame, mount and wall, as shares of the work's shorter side.
const MOULDING: f32 = 0.11;
const WALL: f32 = 0.14;

/// Width and height of a view of a work of this width and height.
pub fn dimensions(view: View, width: u32, height: u32) -> (u32, u32) {
    match view {
        View::Whole | View::Back => (width, height),
        View::Detail => part(width, height, DETAIL),
        View::Signature => part(width, height, SIGNATURE),
        View::Frame => {
            let border =
                2 * (scaled(width.min(height), MOULDING) + scaled(width.min(height), WALL));
            (width + border, height + border)
        }
    }
}

fn part(width: u32, height: u32, (share, zoom): (f32, f32)) -> (u32, u32) {
    (scaled(width, share * zoom), scaled(height, share * zoom))
}

fn scaled(length: u32, by: f32) -> u32 {
    ((length as f32 * by).round() as u32).max(1)
}

/// The view of a work.
pub fn draw(work: &DynamicImage, view: View, seed: u64) -> DynamicImage {
    let work = work.to_rgb8();
    let mut noise = Noise::new(seed ^ (u64::from(work.width()) << 32) ^ u64::from(work.height()));
    match view {
        View::Whole => work,
        View::Detail => {
            let (x, y) = (noise.unit(), noise.unit());
            enlarged(&work, DETAIL, 0.12 + 0.76 * x, 0.12 + 0.76 * y)
        }
        View::Signature => signature(&work, &mut noise),
        View::Back => back(work.width(), work.height(), &mut noise),
        View::Frame => frame(&work, &mut noise),
    }
    .into()
}

/// A part of the work whose place is given as shares of the room there is.
fn enlarged(work: &RgbImage, (share, zoom): (f32, f32), at_x: f32, at_y: f32) -> RgbImage {
    let (width, height) = (scaled(work.width(), share), scaled(work.height(), share));
    let x = ((work.width() - width) as f32 * at_x) as u32;
    let y = ((work.height() - height) as f32 * at_y) as u32;
    let (to_width, to_height) = part(work.width(), work.height(), (share, zoom));
    resize(
        &crop_imm(work, x, y, width, height).to_image(),
        to_width,
        to_height,
        FilterType::CatmullRom,
    )
}

/// A lower corner with a name written in a colour that stands off from the paint beneath.
fn signature(work: &RgbImage, noise: &mut Noise) -> RgbImage {
    let right = noise.unit() < 0.75;
    let mut shown = enlarged(work, SIGNATURE, if right { 1.0 } else { 0.0 }, 1.0);
    let (width, height) = (shown.width() as f32, shown.height() as f32);
    let start = if right { 0.36 } else { 0.12 };
    let beneath = mean(&shown, start, 0.68, start + 0.5, 0.9);
    let ink = if luminance(beneath) > 105.0 {
        [46.0, 30.0, 24.0]
    } else {
        [214.0, 190.0, 146.0]
    };
    let letters = 5 + (noise.unit() * 4.0) as usize;
    let step = width * 0.5 / letters as f32;
    let baseline = height * 0.82;
    let body = height * 0.055;
    let slant = 0.22 + 0.2 * noise.unit();
    let rise = -0.04 + 0.05 * noise.unit();
    // One running line: a tall first letter, then arches and loops of varying height.
    let mut points: Vec<(f32, f32)> = Vec::new();
    for letter in 0..letters {
        let left = width * start + step * letter as f32;
        let tall = if letter == 0 {
            3.0
        } else {
            [1.0, 1.15, 1.0, 2.2, 0.9][(noise.unit() * 5.0) as usize % 5]
        };
        let loops = noise.unit() < 0.5;
        for place in 0..24 {
            let t = place as f32 / 24.0;
            let turn = t * std::f32::consts::TAU;
            let lift = (0.5 - 0.5 * turn.cos()) * body * tall;
            let swing = if loops { turn.sin() * step * 0.28 } else { 0.0 };
            let wobble = (noise.unit() - 0.5) * body * 0.08;
            let y = baseline - lift + wobble + rise * (left - width * start);
            points.push((left + t * step + swing + lift * slant, y));
        }
    }
    let thick = (height * 0.0042).max(1.0);
    for pair in points.windows(2) {
        let pressure = 0.75 + 0.5 * noise.unit();
        stroke(&mut shown, pair[0], pair[1], thick * pressure, ink, 0.7);
    }
    // The flourish beneath.
    let (from, to) = (width * (start + 0.04), width * (start + 0.46));
    let mut last = (from, baseline + body * 0.9);
    for place in 1..=40 {
        let t = place as f32 / 40.0;
        let next = (
            from + (to - from) * t,
            baseline + body * (0.9 - 0.5 * (t * 3.0).sin() * t) + rise * (to - from) * t,
        );
        stroke(&mut shown, last, next, thick * (1.0 - 0.6 * t), ink, 0.7);
        last = next;
    }
    shown
}

/// The canvas from behind: linen on a stretcher with its wedges, labels of exhibitions, an inventory number.
fn back(width: u32, height: u32, noise: &mut Noise) -> RgbImage {
    let age = noise.unit();
    let linen = mix([206.0, 190.0, 158.0], [164.0, 138.0, 102.0], age);
    let wood = mix([196.0, 160.0, 112.0], [142.0, 104.0, 66.0], noise.unit());
    let bar = (width.min(height) as f32 * 0.13).max(8.0);
    let (w, h) = (width as f32, height as f32);
    let crossed = w.max(h) > 900.0 || noise.unit() < 0.4;
    let stains: Vec<(f32, f32, f32)> = (0..5)
        .map(|_| {
            (
                noise.unit() * w,
                noise.unit() * h,
                (0.06 + 0.14 * noise.unit()) * w.min(h),
            )
        })
        .collect();
    let salt = noise.next();
    let mut shown = RgbImage::from_fn(width, height, |x, y| {
        let (px, py) = (x as f32, y as f32);
        let edge = px.min(w - 1.0 - px).min(py).min(h - 1.0 - py);
        // How far into a bar of the stretcher the point lies, and whether its grain runs sideways.
        let across = (py - h / 2.0).abs();
        let on_cross = crossed && across < bar * 0.42 && edge >= bar;
        if edge < bar || on_cross {
            let sideways = on_cross || py.min(h - 1.0 - py) < px.min(w - 1.0 - px);
            let depth = if on_cross {
                bar * 0.42 - across
            } else {
                edge.min(bar - edge)
            };
            let (along, over) = if sideways { (px, py) } else { (py, px) };
            let grain = smooth(salt, along / 90.0, over / 2.6) * 26.0
                + smooth(salt ^ 7, along / 300.0, over / 9.0) * 22.0;
            let rounded = (depth / (bar * 0.12)).min(1.0);
            let mitre = ((px.min(w - 1.0 - px)) - (py.min(h - 1.0 - py))).abs() < 1.1 && !on_cross;
            let shade = (0.72 + 0.28 * rounded) * if mitre { 0.62 } else { 1.0 };
            return tone(wood, grain - 22.0, shade);
        }
        let weave = ((px * 2.1).sin() * (py * 2.1).sin()) * 9.0
            + smooth(salt ^ 3, px / 1.7, py / 40.0) * 12.0
            + smooth(salt ^ 5, px / 40.0, py / 1.7) * 12.0;
        let stain: f32 = stains
            .iter()
            .map(|(sx, sy, r)| {
                let ring = ((px - sx).hypot(py - sy) / r - 1.0).abs();
                (1.0 - ring * 6.0).max(0.0) * 0.1
                    + f32::from(u8::from((px - sx).hypot(py - sy) < *r)) * 0.035
            })
            .sum();
        // The stretcher throws a soft shadow on the canvas, deepest above.
        let near_cross = if crossed && py > h / 2.0 {
            across - bar * 0.42
        } else {
            f32::MAX
        };
        let shadow = (-(edge - bar).min(near_cross) / (bar * 0.22)).exp() * 0.34;
        tone(linen, weave - 12.0, 1.0 - shadow - stain)
    });
    wedges(&mut shown, bar, wood);
    let labels = 1 + (noise.unit() * 2.4) as usize;
    for label in 0..labels {
        let label_width = w * (0.2 + 0.08 * noise.unit());
        let label_height = label_width * (0.55 + 0.15 * noise.unit());
        let x = bar * 1.5 + (w - bar * 3.0 - label_width).max(0.0) * [0.06, 0.88, 0.5][label % 3];
        let y = if label == 0 {
            bar * 1.6
        } else {
            h - bar * 1.7 - label_height
        };
        paper(&mut shown, x, y, label_width, label_height, noise);
    }
    // The number in blue chalk on the upper bar.
    let mut x = w * 0.58;
    for _ in 0..4 {
        digit(
            &mut shown,
            (noise.unit() * 10.0) as usize % 10,
            x,
            bar * 0.28,
            bar * 0.26,
            bar * 0.44,
        );
        x += bar * 0.42;
    }
    shown
}

/// Two wooden keys in each corner.
fn wedges(shown: &mut RgbImage, bar: f32, wood: [f32; 3]) {
    let (w, h) = (shown.width() as f32, shown.height() as f32);
    let pale = mix(wood, [236.0, 214.0, 176.0], 0.45);
    let long = bar * 0.55;
    for (right, below) in [(false, false), (true, false), (false, true), (true, true)] {
        for upright in [false, true] {
            for place in 0..(long as u32) {
                let t = place as f32 / long;
                let half = bar * 0.1 * (1.0 - 0.55 * t);
                for offset in -(half as i32)..=(half as i32) {
                    let (dx, dy) = (bar * 0.98 + place as f32, bar * 0.86 + offset as f32);
                    let (dx, dy) = if upright { (dy, dx) } else { (dx, dy) };
                    let (x, y) = (
                        if right { w - 1.0 - dx } else { dx },
                        if below { h - 1.0 - dy } else { dy },
                    );
                    let side = offset as f32 / half.max(1.0);
                    put(
                        shown,
                        x as i32,
                        y as i32,
                        pale.map(|c| c * (0.92 - 0.14 * side)),
                        1.0,
                    );
                }
            }
        }
    }
}

/// A label of aged paper with a printed head, a rule and lines of writing.
fn paper(shown: &mut RgbImage, x: f32, y: f32, width: f32, height: f32, noise: &mut Noise) {
    let tint = mix([240.0, 230.0, 204.0], [222.0, 202.0, 160.0], noise.unit());
    let salt = noise.next();
    let tilt = (noise.unit() - 0.5) * 0.05;
    let at = |u: f32, v: f32| (x + u - v * tilt, y + v + u * tilt);
    for row in 0..(height as u32 * 2) {
        for column in 0..(width as u32 * 2) {
            let (u, v) = (column as f32 / 2.0, row as f32 / 2.0);
            let edge = u.min(width - u).min(v).min(height - v);
            let torn = smooth(salt, u / 9.0, v / 9.0) * 3.0;
            if edge < torn {
                continue;
            }
            let (px, py) = at(u, v);
            let aged = smooth(salt ^ 9, u / 30.0, v / 30.0) * 0.1 + (-(edge / 9.0)).exp() * 0.16;
            put(
                shown,
                px as i32,
                py as i32,
                tint.map(|c| c * (1.0 - aged)),
                1.0,
            );
        }
    }
    let print = [58.0, 48.0, 44.0];
    let ink = if noise.unit() < 0.5 {
        [44.0, 52.0, 96.0]
    } else {
        [70.0, 46.0, 38.0]
    };
    let line =
        |shown: &mut RgbImage, from: (f32, f32), to: (f32, f32), thick: f32, colour: [f32; 3]| {
            stroke(
                shown,
                at(from.0, from.1),
                at(to.0, to.1),
                thick,
                colour,
                0.8,
            );
        };
    // The printed head: words of different length, set in capitals.
    let mut u = width * 0.14;
    while u < width * 0.84 {
        let word = width * (0.08 + 0.12 * noise.unit());
        let mut letter = u;
        while letter < (u + word).min(width * 0.88) {
            line(
                shown,
                (letter, height * 0.13),
                (letter, height * 0.21),
                (width * 0.007).max(0.8),
                print,
            );
            letter += width * 0.02;
        }
        u += word + width * 0.05;
    }
    line(
        shown,
        (width * 0.1, height * 0.3),
        (width * 0.9, height * 0.3),
        0.8,
        print,
    );
    // Written lines.
    for row in 0..3 {
        let base = height * (0.47 + 0.18 * row as f32);
        let end = width * (0.5 + 0.38 * noise.unit());
        let mut last = (width * 0.11, base);
        while last.0 < end {
            let rise = if noise.unit() < 0.25 { 0.1 } else { 0.045 };
            let up = (
                last.0 + width * 0.012,
                base - height * rise * (0.6 + 0.6 * noise.unit()),
            );
            let down = (last.0 + width * 0.024, base + height * 0.006);
            line(shown, last, up, (width * 0.004).max(0.7), ink);
            line(shown, up, down, (width * 0.004).max(0.7), ink);
            last = if noise.unit() < 0.14 {
                (down.0 + width * 0.03, base)
            } else {
                down
            };
        }
    }
}

/// A figure written in chalk, from the strokes of a seven-segment figure.
fn digit(shown: &mut RgbImage, figure: usize, x: f32, y: f32, width: f32, height: f32) {
    const LIT: [[bool; 7]; 10] = {
        const fn lit(bits: u8) -> [bool; 7] {
            let mut lit = [false; 7];
            let mut place = 0;
            while place < 7 {
                lit[place] = bits >> (6 - place) & 1 == 1;
                place += 1;
            }
            lit
        }
        [
            lit(0b1110111),
            lit(0b0010010),
            lit(0b1011101),
            lit(0b1011011),
            lit(0b0111010),
            lit(0b1101011),
            lit(0b1101111),
            lit(0b1010010),
            lit(0b1111111),
            lit(0b1111011),
        ]
    };
    let (r, m, b) = (x + width, y + height / 2.0, y + height);
    let segments = [
        ((x, y), (r, y)),
        ((x, y), (x, m)),
        ((r, y), (r, m)),
        ((x, m), (r, m)),
        ((x, m), (x, b)),
        ((r, m), (r, b)),
        ((x, b), (r, b)),
    ];
    for (lit, (from, to)) in LIT[figure].into_iter().zip(segments) {
        if lit {
            stroke(
                shown,
                from,
                to,
                (height * 0.05).max(1.0),
                [62.0, 84.0, 140.0],
                0.75,
            );
        }
    }
}

/// The work in a profiled frame on a wall, lit from above left.
fn frame(work: &RgbImage, noise: &mut Noise) -> RgbImage {
    let short = work.width().min(work.height());
    let (moulding, wall) = (scaled(short, MOULDING), scaled(short, WALL));
    let (width, height) = dimensions(View::Frame, work.width(), work.height());
    let gilt = noise.unit() < 0.6;
    let base = if gilt {
        mix([188.0, 148.0, 78.0], [214.0, 178.0, 106.0], noise.unit())
    } else {
        mix([52.0, 36.0, 28.0], [104.0, 70.0, 46.0], noise.unit())
    };
    let paint = mix([226.0, 222.0, 214.0], [188.0, 192.0, 188.0], noise.unit());
    let salt = noise.next();
    let (m, edge_of_wall) = (moulding as f32, wall as f32);
    let (w, h) = (width as f32, height as f32);
    let mut shown = RgbImage::from_fn(width, height, |x, y| {
        let (px, py) = (x as f32, y as f32);
        let sides = [px, py, w - 1.0 - px, h - 1.0 - py];
        let nearest = sides.into_iter().fold(f32::MAX, f32::min);
        if nearest < edge_of_wall {
            // Below and to the right of the frame its shadow falls.
            let dx = (px - (w - edge_of_wall))
                .max(edge_of_wall - px + edge_of_wall * 0.35)
                .max(0.0);
            let dy = (py - (h - edge_of_wall))
                .max(edge_of_wall - py + edge_of_wall * 0.35)
                .max(0.0);
            let shadow = (-(dx.hypot(dy)) / (edge_of_wall * 0.34)).exp() * 0.42;
            let light = 1.03 - 0.12 * (px / w) - 0.1 * (py / h);
            return tone(
                paint,
                smooth(salt, px / 3.0, py / 3.0) * 5.0,
                light * (1.0 - shadow),
            );
        }
        // Which of the four mouldings, and how far in from its outer edge.
        let side = sides
            .iter()
            .position(|distance| *distance == nearest)
            .unwrap_or_default();
        let depth = (nearest - edge_of_wall) / m;
        let slope = profile_slope(depth);
        // Left and upper mouldings rise towards the light, the others away from it.
        let facing = if side < 2 { 1.0 } else { -1.0 };
        let lit = 0.86
            + facing * slope * 0.34
            + if gilt {
                (facing * slope).max(0.0).powi(3) * 0.5
            } else {
                0.0
            };
        let along = if side % 2 == 0 { py } else { px };
        let grain = smooth(salt ^ 11, along / 60.0, nearest / 3.0) * if gilt { 10.0 } else { 20.0 };
        let lip = if depth > 0.965 { 0.55 } else { 1.0 };
        tone(base, grain - 8.0, lit * lip)
    });
    overlay(
        &mut shown,
        work,
        i64::from(moulding + wall),
        i64::from(moulding + wall),
    );
    // The rebate shades the upper and left edges of the work.
    let reach = m * 0.16;
    for y in 0..work.height() {
        for x in 0..work.width() {
            let near = (x as f32).min(y as f32);
            if near < reach {
                let pixel = shown.get_pixel_mut(x + moulding + wall, y + moulding + wall);
                let dark = 1.0 - 0.38 * (1.0 - near / reach).powi(2);
                pixel.0 = pixel.0.map(|channel| (f32::from(channel) * dark) as u8);
            }
        }
    }
    shown
}

/// How steeply the moulding rises at a share of its width from outside: a bead, a hollow, an ogee, the sight edge.
fn profile_slope(depth: f32) -> f32 {
    let wave = |from: f32, to: f32| ((depth - from) / (to - from) * std::f32::consts::PI).cos();
    match depth {
        d if d < 0.14 => wave(0.0, 0.14),
        d if d < 0.2 => 0.0,
        d if d < 0.62 => -wave(0.2, 0.62) * 0.8,
        d if d < 0.7 => 0.5,
        d if d < 0.9 => wave(0.7, 0.9) * 0.9,
        _ => -0.7,
    }
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

fn tone(colour: [f32; 3], grain: f32, light: f32) -> Rgb<u8> {
    Rgb(colour.map(|c| ((c + grain) * light).clamp(0.0, 255.0) as u8))
}

fn luminance([r, g, b]: [f32; 3]) -> f32 {
    0.299 * r + 0.587 * g + 0.114 * b
}

/// The mean colour of a part, whose sides are shares of the picture's.
fn mean(image: &RgbImage, left: f32, top: f32, right: f32, bottom: f32) -> [f32; 3] {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let mut sum = [0.0; 3];
    let mut count = 0.0_f32;
    for y in (h * top) as u32..((h * bottom) as u32).min(image.height()) {
        for x in (w * left) as u32..((w * right) as u32).min(image.width()) {
            let pixel = image.get_pixel(x, y).0;
            sum = std::array::from_fn(|i| sum[i] + f32::from(pixel[i]));
            count += 1.0;
        }
    }
    sum.map(|channel| channel / count.max(1.0))
}

/// Lays a colour over a point, if it lies in the picture.
fn put(image: &mut RgbImage, x: i32, y: i32, colour: [f32; 3], opacity: f32) {
    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
        return;
    };
    if let Some(pixel) = image.get_pixel_mut_checked(x, y) {
        let mixed = mix(pixel.0.map(f32::from), colour, opacity);
        pixel.0 = mixed.map(|channel| channel.clamp(0.0, 255.0) as u8);
    }
}

/// A round-ended stroke with soft edges.
fn stroke(
    image: &mut RgbImage,
    from: (f32, f32),
    to: (f32, f32),
    thick: f32,
    colour: [f32; 3],
    opacity: f32,
) {
    let reach = thick + 1.0;
    let (left, right) = (from.0.min(to.0) - reach, from.0.max(to.0) + reach);
    let (top, bottom) = (from.1.min(to.1) - reach, from.1.max(to.1) + reach);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).max(1e-6);
    for y in top.floor() as i32..=bottom.ceil() as i32 {
        for x in left.floor() as i32..=right.ceil() as i32 {
            let (px, py) = (x as f32 - from.0, y as f32 - from.1);
            let t = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
            let distance = (px - t * dx).hypot(py - t * dy);
            let cover = (thick + 0.5 - distance).clamp(0.0, 1.0);
            if cover > 0.0 {
                put(image, x, y, colour, cover * opacity);
            }
        }
    }
}

/// Value noise, from 0 to 1, smooth in both directions.
fn smooth(salt: u64, x: f32, y: f32) -> f32 {
    let (cell_x, cell_y) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - cell_x), ease(y - cell_y));
    let at = |dx: i64, dy: i64| {
        let key = salt
            ^ ((cell_x as i64 + dx) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ ((cell_y as i64 + dy) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed(key) >> 40) as f32 / (1_u32 << 24) as f32
    };
    let upper = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let lower = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    upper + (lower - upper) * v
}

/// The finaliser of SplitMix64.
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// SplitMix64: numbers that depend on the seed alone.
struct Noise(u64);

impl Noise {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// From 0 to below 1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work() -> DynamicImage {
        RgbImage::from_fn(300, 220, |x, y| {
            Rgb([(x % 256) as u8, (y % 256) as u8, 120])
        })
        .into()
    }

    #[test]
    fn every_view_has_the_size_that_was_announced() {
        for view in [
            View::Whole,
            View::Detail,
            View::Signature,
            View::Back,
            View::Frame,
        ] {
            let drawn = draw(&work(), view, 5);
            assert_eq!(
                (drawn.width(), drawn.height()),
                dimensions(view, 300, 220),
                "{view:?}"
            );
        }
        for (width, height) in [(1, 1), (3, 40), (40, 3)] {
            let tiny: DynamicImage = RgbImage::new(width, height).into();
            for view in [View::Detail, View::Signature, View::Back, View::Frame] {
                let drawn = draw(&tiny, view, 1);
                assert_eq!(
                    (drawn.width(), drawn.height()),
                    dimensions(view, width, height),
                    "{view:?}"
                );
            }
        }
    }

    #[test]
    fn a_view_depends_on_its_seed_alone() {
        for view in [View::Detail, View::Signature, View::Back, View::Frame] {
            let bytes = |seed| draw(&work(), view, seed).into_bytes();
            assert_eq!(bytes(1), bytes(1), "{view:?}");
            assert_ne!(bytes(1), bytes(2), "{view:?}");
        }
        assert_eq!(draw(&work(), View::Whole, 1), work());
    }
}
