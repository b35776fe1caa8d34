import { chromium } from '@playwright/test'
const B='http://localhost:3471'
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const UA={ff:'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',ios:'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'}
const post=(p,b,h={})=>fetch(B+p,{method:'POST',body:JSON.stringify(b),headers:{'content-type':'application/json',...h}}).then(r=>r.json())
const email='layla'+Date.now()+'@example.com'
await post('/api/auth/register',{username:'Layla',email,password:'a long password',password_confirmation:'a long password'})
await post('/api/auth/login',{email,password:'a long password'},{'user-agent':UA.ff})
await post('/api/auth/login',{email,password:'a long password'},{'user-agent':UA.ios})
await post('/api/auth/login',{email,password:'a long password'},{'user-agent':'curl'})
const {access_token}=await post('/api/auth/login',{email,password:'a long password'},{'user-agent':'Mozilla/5.0 (X11; Linux x64) Chrome/140.0 Safari/537.36'})
await post('/api/auth/password/email',{email})
await post('/api/auth/password/email',{email},{'accept-language':'ar'})
await new Promise(r=>setTimeout(r,2500))
const {mails}=await fetch(B+'/api/demo/mails').then(r=>r.json())
console.log(mails.length)
for (const [locale,theme,w] of [['en','light',1280],['ar','dark',390],['en','dark',390],['ar','light',1280]]) {
  const ctx=await browser.newContext({viewport:{width:w,height:w===390?844:800}})
  await ctx.addInitScript(([t,l,th])=>{localStorage.setItem('access_token',t);localStorage.setItem('account_type','customer');localStorage.setItem('barq-locale',l);localStorage.setItem('barq-theme',th)},[access_token,locale,theme])
  const page=await ctx.newPage(); page.on('console',m=>m.type()==='error'&&console.log(m.text()))
  const shot=async(n,full=true)=>page.screenshot({path:`/tmp/acc-${n}-${locale}-${theme}-${w}.png`,fullPage:full})
  await page.goto(B+'/profile'); await page.waitForLoadState('networkidle'); await page.waitForTimeout(600); await shot('profile')
  const btns=page.getByRole('main').getByRole('button')
  await page.getByRole('button',{name:locale==='en'?'Sign out all other devices':'تسجيل خروج كل الأجهزة الأخرى'}).click(); await page.waitForTimeout(400); await shot('others',false); await page.keyboard.press('Escape')
  await page.getByRole('button',{name:locale==='en'?'Delete my account':'احذف حسابي'}).click(); await page.waitForTimeout(400); await page.locator('dialog button[type=submit]').click(); await shot('close',false); await page.keyboard.press('Escape')
  await page.goto(B+'/email/demo'); await page.waitForLoadState('networkidle'); await page.waitForTimeout(300); await shot('mails')
  const m=mails.find(m=>(locale==='ar')===/كلمة/.test(m.subject)&&/password-link/.test(m.id))
  await page.goto(B+'/email/demo?mail='+m.id); await page.waitForLoadState('networkidle'); await page.waitForTimeout(300); await shot('letter')
  await ctx.close()
}
await browser.close()
