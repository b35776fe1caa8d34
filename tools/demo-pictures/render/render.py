"""blender -b --factory-startup -P render.py -- JOBS.json OUT_DIR [--spp 16] [--ss 1.5] [--only id,id] [--dn 1]
JOBS.json: [{"id": "...", "type": "phone", "p": {...}, "view": {...}}]; view overrides the camera (az, el, fill, fillx)
and may turn the product on its foot (turn, degrees), which keeps the light where it is. Writes OUT_DIR/ID.png (800x800, transparent, soft shadow)."""
import sys, os, json; HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, HERE); sys.dont_write_bytecode = True
from kit import *
import kit, phones, accessories as A, electronics as E
TYPES = dict(phone=phones.pair, back=phones.back, lying=phones.lying, fold=phones.fold, flip=phones.flip, rugged=phones.rugged, feature=phones.feature)
for m in (A, E):
    for n, f in vars(m).items():
        if callable(f) and getattr(f, '__module__', '') in ('accessories', 'electronics') and not n.startswith('_') and n not in ('bud',): TYPES.setdefault(n, f)
def build(job):
    root = reset(); studio(bpy.context.scene); v = TYPES[job['type']](**job.get('p', {})); v.update(job.get('view', {}))
    root.rotation_euler[2] = rad(v.pop('turn', 0)); frame(root, **v)
if __name__ == '__main__':
    a = sys.argv[sys.argv.index('--')+1:]; opt = lambda n, d: type(d)(a[a.index('--'+n)+1]) if '--'+n in a else d
    jobs = json.load(open(a[0])); out = a[1]; os.makedirs(out, exist_ok=True); only = opt('only', ''); only = only.split(',') if only else None; size = opt('size', 800)
    for j in jobs:
        if only and j['id'] not in only: continue
        f = os.path.join(out, j['id'] + '.png')
        if os.path.exists(f) and '--force' not in a: continue
        try: build(j); render(f, (size, size), spp=opt('spp', 16), ss=opt('ss', 1.5), dn=opt('dn', 1.0))
        except Exception as e:
            import traceback; traceback.print_exc(); print('FAILED', j['id'], e, flush=True)
