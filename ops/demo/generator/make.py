"""Makes the demonstration collection and its manifest.

Usage: python make.py [name or prefix ...]     (needs numpy, scipy, Pillow; one process)

Writes ../art/NAME.webp (longest side at most SIDE px) for the works named, or for those that are missing, and always
../art/manifest.json for every work that is there.
"""
import json
import sys
import time
from pathlib import Path
from PIL import Image
from core import to_image
from motifs import MOTIFS, TECHNIQUE
from works import WORKS

ART = Path(__file__).resolve().parent.parent / 'art'
SIDE = 1040
TOP_LEVEL = {'10': 1866, '11': 1867, '12': 1868, '13': 1875, '14': 1880, '15': 1872, '0': 1865, '16': 1869, '17': 1870,
             '18': 1871, '19': 1873, '20': 1874, '21': 1876, '22': 1877}


def build(name):
    start = time.time()
    im = to_image(WORKS[name][1]())
    im.thumbnail((SIDE, SIDE), Image.LANCZOS)
    quality = 82
    while True:                                                                # very busy surfaces cost more than they show
        im.save(ART / f'{name}.webp', quality=quality, method=6)
        if (ART / f'{name}.webp').stat().st_size <= 130_000 or quality <= 58:
            break
        quality -= 8
    print(f'{name} {im.width}x{im.height} q{quality} {(ART / f"{name}.webp").stat().st_size // 1024} KB {time.time() - start:.1f} s', flush=True)


def manifest():
    rows = []
    for name, (motif, _) in WORKS.items():
        file = ART / f'{name}.webp'
        if not file.exists():
            continue
        with Image.open(file) as im:
            w, h = im.size
        code, titles, about, *own = MOTIFS[motif]
        top = code.split('.')[0]
        technique = own[0] if own else TECHNIQUE.get(code) or TECHNIQUE[top]
        rows.append({'file': f'art/{name}.webp', 'category': TOP_LEVEL[top], 'classCode': code, 'motif': motif,
                     'orientation': 'square' if abs(w - h) < .06 * h else 'landscape' if w > h else 'portrait',
                     'width': w, 'height': h, 'technique': technique, 'titles': titles, 'about': about})
    (ART / 'manifest.json').write_text(json.dumps(rows, ensure_ascii=False, indent=1) + '\n')
    print(len(rows), 'works,', sum((ART / r['file'].split('/')[1]).stat().st_size for r in rows) // 1024, 'KB')


if __name__ == '__main__':
    ART.mkdir(exist_ok=True)
    asked = sys.argv[1:]
    for name in WORKS:
        if any(name == a or name.startswith(a) for a in asked) if asked else not (ART / f'{name}.webp').exists():
            build(name)
    manifest()
