// Renders the devices' screens: `node screens.mjs OUT_DIR SPEC...`, with SPEC = kind:pal:style[:hole].
// Needs playwright-core (npm) and Debian's chromium, but no network.
import {mkdirSync,existsSync} from 'node:fs';import {fileURLToPath} from 'node:url';import path from 'node:path';
import {chromium} from 'playwright-core';
const SIZE={phone:[720,1560],phonehome:[720,1560],fold:[1400,1220],tablet:[1600,1120],laptop:[1920,1200],monitor:[1920,1080],tv:[1920,1080],watch:[640,760],analog:[640,640],band:[300,720],handheld:[1280,720],ereader:[900,1200],display:[1280,800],mini:[600,600],wall:[1000,1000]};
const [out,...specs]=process.argv.slice(2);mkdirSync(out,{recursive:true});
const html='file://'+path.join(path.dirname(fileURLToPath(import.meta.url)),'screens/screens.html');
const b=await chromium.launch({executablePath:process.env.CHROMIUM||'/usr/bin/chromium',args:['--no-sandbox','--disable-background-networking','--disable-component-update','--disable-sync']});
for(const s of specs){const f=path.join(out,s.replaceAll(':','-')+'.png');if(existsSync(f)&&!process.env.FORCE)continue;const [kind,pal,style,hole='']=s.split(':');const [w,h]=SIZE[kind];
 const p=await b.newPage({viewport:{width:w,height:h}});await p.goto(`${html}?kind=${kind}&pal=${pal}&style=${style}&hole=${hole}`);await p.waitForFunction(()=>document.title==='ready');await p.evaluate(()=>document.fonts.ready);await p.screenshot({path:f});await p.close()}
await b.close();
