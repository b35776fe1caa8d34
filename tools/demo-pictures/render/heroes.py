"""Carousel and category group pictures. blender -b --factory-startup -P heroes.py -- OUT_DIR [--only id,id] [--spp 16] [--ss 1.25]"""
import sys, os; HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, HERE); sys.dont_write_bytecode = True
from kit import *
import phones as P, accessories as A, electronics as E
O, Z, S = 'ORVANE', 'ZELMORA', 'SONVEIL'
def up(x, y, yaw, fn, h=P.H, **k):
    with group((x, y, h/2), (90, 0, yaw)): fn(**k)
def slide_phones():
    up(-.92, .35, 180+26, P.phone, c='#31507f', scr='phone:aurora:silk', cam='ring', brand=O)
    up(-.16, .05, 14, P.phone, c='#31507f', scr='phone:aurora:silk', cam='ring')
    up(.60, .45, 180-16, P.phone, c='#d49c90', scr='phone:rose:silk', cam='column', brand=Z, finish='pearl', fr='#e0b9a8')
    up(1.22, .02, -14, P.phone, c='#d49c90', scr='phone:rose:silk', cam='column', finish='pearl', fr='#e0b9a8')
    return dict(el=8, fill=.84, fillx=.90)
def slide_sound():
    with group((-.55, .15, 0), (0, 0, 6), 1.30): A.headphones(c='#d9ccb6', c2='#c9a878', brand=S)
    with group((.72, .55, 0), (0, 0, 0), 1.05): E.speaker(c='#8d5f48', c2='#2a2522', led='#ffd08a', brand=S)
    with group((.62, -.55, 0), (0, 0, -4), .52): A.earbuds(c='#e2d9cc', c2='#c9a878')
    return dict(el=11, fill=.84, fillx=.86)
def slide_work():
    with group((-.35, .15, 0), (0, 0, 10), 1.25): E.laptop(scr='laptop:ocean:silk')
    with group((1.02, .15, .58), (78, 0, -20)):
        with group((0, 0, 0), (0, 0, 0), .62):
            slab(1.16, 1.62, .06, .11, .012, .012, [anod('#8fa6c4')], seg=18); slab(1.146, 1.606, .01, .103, .001, .006, BLACKGLASS(), seg=18, loc=(0, 0, .0285)); plate(1.06, 1.52, .06, screen('wall:rose:silk'), (0, 0, .034))
    with group((.62, -.62, 0), (0, 0, 8), .36): A.mouse()
    return dict(el=15, fill=.82, fillx=.90)
def slide_play():
    with group((.62, .55, 0), (0, 0, 4), 1.0): E.console(led='#b79bff')
    with group((-.45, -.15, .02), (0, 0, 8), .98): E.handheld(c2='#6f5bd6')
    with group((.72, -.62, -.02), (0, 0, -4), .62): E.controller(c3='#8a6cff')
    return dict(el=14, fill=.84, fillx=.90)
def category_phones():
    with group((-1.02, .02, 0), (0, 0, 34), .86): P.feature(c='#d8452f', c2='#e6e7ea', scr='mini:coral:silk', brand='TERRUK')
    up(-.40, .24, 180+22, P.phone, c='#9fb39b', scr='phone:mint:silk', cam='diag', brand=O); up(.24, -.12, 14, P.phone, c='#9fb39b', scr='phone:mint:silk', cam='diag')
    up(1.00, .10, -16, P.phone, c='#84b1da', scr='phonehome:sky:silk', cam='duo', finish='gloss')
    return dict(el=8, fill=.82, fillx=.90)
def category_accessories():
    with group((-.62, .30, 0), (0, 0, 8), 1.05): A.headphones(c='#34507e', c2='#c9ccd3')
    with group((.98, .34, 0), (0, 0, 4), .74): A.powerbank(c='#2f3a52', brand='AMPRIVA')
    with group((.40, -.06, 0), (0, 0, 4), .72): A.watch(c='#d9b09f', c2='#dfbdb3', scr='watch:rose:silk')
    with group((-.24, -.66, 0), (0, 0, 0), .52): A.earbuds()
    return dict(el=13, fill=.82, fillx=.88)
def category_electronics():
    with group((-.10, .35, 0), (0, 0, 8), 1.2): E.laptop(scr='laptop:aurora:silk')
    with group((1.00, -.18, 0), (0, 0, -10), .62): E.camera(brand='')
    with group((-1.12, .10, 0), (0, 0, 0), .66): E.speaker(c='#3f5470')
    return dict(el=15, fill=.82, fillx=.90)
ALL = dict(slide_phones=(1200, 800), slide_sound=(1200, 800), slide_work=(1200, 800), slide_play=(1200, 800), category_phones=(1200, 800), category_accessories=(1200, 800), category_electronics=(1200, 800))
if __name__ == '__main__':
    a = sys.argv[sys.argv.index('--')+1:]; opt = lambda n, d: type(d)(a[a.index('--'+n)+1]) if '--'+n in a else d
    os.makedirs(a[0], exist_ok=True); only = opt('only', '').split(',') if '--only' in a else None; k = opt('scale', 1.0)
    for n, (w, h) in ALL.items():
        f = os.path.join(a[0], n.replace('_', '-') + '.png')
        if (only and n not in only) or os.path.exists(f): continue
        try:
            r = reset(); studio(bpy.context.scene); v = globals()[n](); frame(r, aspect=w/h, **v); render(f, (int(w*k), int(h*k)), spp=opt('spp', 16), ss=opt('ss', 1.25))
        except Exception:
            import traceback; traceback.print_exc(); print('FAILED', n, flush=True)
