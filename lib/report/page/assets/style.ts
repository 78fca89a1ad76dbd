// The look of the page: one column for reading, beside it the list of what failed, system fonts, calm colours, a layout that
// holds from a phone to paper.
import { colours, paper } from './colours.js';
import { markOrder } from '../../words.js';

const marks = markOrder
  .map((mark) => `.${mark}{--tone:var(--${mark})}.fill-${mark}{fill:var(--${mark})}`)
  .join('');

const base = `
*{box-sizing:border-box}
html{scroll-padding-top:5.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,dl,dd,figure{margin:0;padding:0}
ul{list-style:none}
h2{font-size:1.45rem;line-height:1.25;letter-spacing:-.012em;font-weight:650;margin:4rem 0 1.1rem}
h3{font-size:1.08rem;line-height:1.35;font-weight:620;margin:2rem 0 .6rem}
h4{font-size:.72rem;text-transform:uppercase;letter-spacing:.07em;color:var(--muted);margin:0 0 .35rem;font-weight:600}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em;text-decoration-color:color-mix(in srgb,currentColor 40%,transparent)}
a:hover{text-decoration-color:currentColor}
code,pre,.value,.url,.line{font-family:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em;unicode-bidi:isolate}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:.7rem .85rem;max-height:26rem;overflow:auto;line-height:1.5}
code{white-space:pre-wrap}
pre code{font-size:1em}
button,input{font:inherit;color:inherit}
button{background:var(--surface);border:1px solid var(--line);border-radius:7px;padding:.28rem .7rem;font-size:.85rem;cursor:pointer}
button:hover{border-color:var(--muted)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
.wide{max-width:68rem;margin:0 auto;padding:0 1.5rem}
.muted{color:var(--muted)}.small{font-size:.85rem}
.lead{color:var(--muted);margin-bottom:1rem}
.label{font-size:.72rem;text-transform:uppercase;letter-spacing:.07em;color:var(--muted);font-weight:600}
.skip{position:absolute;left:-100vw;top:0;background:var(--surface);padding:.6rem 1rem;z-index:9}.skip:focus{left:0}
.say{color:var(--tone);font-weight:600;white-space:nowrap}
.chip{display:inline-flex;align-items:center;gap:.4em;color:var(--tone);background:color-mix(in srgb,var(--tone) 10%,var(--surface));border:1px solid color-mix(in srgb,var(--tone) 28%,var(--surface));border-radius:99px;padding:.05rem .65rem .05rem .5rem;font-size:.82rem;font-weight:600;white-space:nowrap;line-height:1.6}
.chip .glyph{display:inline-block;min-width:.9em;text-align:center;font-weight:700}
summary{cursor:pointer}
.scroll{overflow-x:auto}
`;

const hero = `
.hero{background:var(--surface);border-bottom:1px solid var(--line);border-top:4px solid var(--tone);padding:.7rem 0 1rem}
.brand{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center;color:var(--muted);font-size:.92rem;font-weight:550}
.tools{display:flex;gap:.5rem;flex-wrap:wrap}
.verdict{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 1.1rem;align-items:center;margin:.7rem 0 .9rem}
.seal{grid-row:span 2;align-self:start;width:3.2rem;height:3.2rem;border-radius:50%;display:grid;place-items:center;font-size:1.6rem;font-weight:700;color:var(--surface);background:var(--tone)}
h1{font-size:clamp(1.5rem,1.1rem + 1.2vw,2rem);letter-spacing:-.02em;line-height:1.12;font-weight:680;color:var(--tone)}
.summary{font-size:1.02rem;margin-top:.25rem;max-width:70rem;text-wrap:pretty}
.bar{display:block;width:100%;border-radius:3px;overflow:hidden}.bar.large{height:14px}.bar.small{height:8px}
.barlegend{display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;margin-top:.4rem;font-size:.85rem}
.swatch{display:inline-block;width:.75em;height:.75em;margin-right:.4em;border-radius:2px;background:var(--tone)}
.fill-untested,.untested>.swatch{opacity:.5}
.strip{display:grid;grid-template-columns:repeat(auto-fit,minmax(12.5rem,1fr));gap:1.1rem 1.6rem;padding:1.2rem 0;font-size:.92rem}
.strip code{font-size:.8em}
.strip dt{font-size:.72rem;text-transform:uppercase;letter-spacing:.07em;color:var(--muted);font-weight:600}
.note{margin-top:1rem;padding:.55rem .85rem;border:1px solid var(--line);border-left:4px solid var(--warning);border-radius:6px;background:var(--sunken)}
.note .glyph{font-weight:700;color:var(--warning);margin-right:.3rem}
`;

const toolbar = `
.toolbar{position:sticky;top:0;z-index:5;background:color-mix(in srgb,var(--ground) 94%,transparent);backdrop-filter:blur(8px);border-bottom:1px solid var(--line);padding:.6rem 0}
.toolbar #filter{display:none}
#filters{display:flex;flex-wrap:wrap;gap:.45rem .4rem;align-items:center}
.toolbar fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem;min-width:0}
.toolbar legend{position:absolute;left:-100vw}
.toolbar button{border-radius:99px;padding:.14rem .55rem;font-size:.82rem;color:var(--tone,var(--ink));font-weight:550}
.toolbar button b{font-weight:700}
.toolbar button:disabled{cursor:default}
.toolbar button[aria-pressed=true]{background:var(--tone,var(--ink));border-color:var(--tone,var(--ink));color:var(--surface)}
.toolbar .gap{width:1px;align-self:stretch;background:var(--line);margin:0 .2rem}
.toolbar .find{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;flex:1 1 15rem;min-width:0}
.toolbar input{flex:1 1 6rem;min-width:5rem;background:var(--surface);border:1px solid var(--muted);border-radius:99px;padding:.2rem .85rem;font-size:.9rem}
.toolbar output{font-size:.82rem;color:var(--muted)}
.jump{display:flex;flex-wrap:wrap;gap:.3rem 1.3rem;padding:1rem 0 0;font-size:.92rem}
`;

const cards = `
:is(#failures,#clients) h2{margin:1.2rem 0 .7rem}
.keys{margin:-.4rem 0 .7rem}
kbd{font:inherit;font-size:.92em;border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;padding:0 .35em;background:var(--surface)}
.causes{display:none}
.foldedsection>summary h2{display:inline-block;margin:1.2rem .2rem .7rem}
.card{background:var(--surface);border:1px solid var(--line);border-left:5px solid var(--tone);border-radius:12px;padding:.8rem 1.2rem;margin:0 0 .9rem;box-shadow:var(--shade)}
.cause>summary{list-style:none}.cause>summary::-webkit-details-marker{display:none}
.cardhead::after{content:'\\25be';position:absolute;top:.1rem;right:0;color:var(--muted)}.cause:not([open]) .cardhead::after{content:'\\25b8'}
.cardhead{position:relative;padding-right:1.4rem;display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center;font-size:.9rem}
.id{font-family:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"Liberation Mono",monospace;font-size:.85em}
.card h3{font-size:1.15rem;letter-spacing:-.01em;margin:.45rem 0 .1rem;text-wrap:pretty}
.card .statement{font-size:.95rem;margin:.8rem 0 .6rem}
.compare{display:grid;grid-template-columns:1fr 1fr;gap:.8rem;margin:.6rem 0}
.compare>div{border:1px solid var(--line);border-radius:8px;padding:.55rem .85rem .7rem;background:var(--sunken);min-width:0;border-top:3px solid var(--tone)}
.expected{--tone:var(--passed)}.actual{--tone:var(--failed)}
.compare .label{color:var(--tone)}
.compare .address{text-transform:none;letter-spacing:0;font-size:.85rem}
.value{white-space:pre-wrap;font-size:.9em;max-height:18rem;overflow:auto}
mark{background:var(--markground);color:inherit;border-radius:3px;padding:0 .12em;box-shadow:inset 0 -2px 0 var(--tone);font-weight:700}
.details{display:grid;gap:.4rem;margin:0 0 1rem;font-size:.94rem}
.details>div{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:.8rem}
.details dt{color:var(--muted)}
.dots{letter-spacing:.12em;color:var(--tone)}
.exchange{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;background:var(--surface)}
.exchange summary{padding:.5rem .85rem;font-size:.92rem}
.exchange[open] summary{border-bottom:1px solid var(--line)}
.panes{display:grid;grid-template-columns:3fr 5fr;gap:.9rem;padding:.85rem}
.panes>div{min-width:0}.panes pre{font-size:.8em}
.like{margin:.7rem 0;font-size:.95rem}
.also{margin-top:1rem}
.alsobroken{border-top:1px solid var(--line);padding:.4rem 0}
.command+.alsobroken{margin-top:.9rem}
.alsobroken summary{font-size:.93rem}
.run summary{color:var(--muted);margin:1.2rem 0 .4rem}
.command{display:grid;grid-template-columns:4.4rem minmax(0,1fr) auto;gap:.4rem .8rem;align-items:center;margin-top:.6rem}
.command pre{padding:.45rem .8rem;max-height:14rem}
`;

const rules = `
.clausegroup{margin-top:1.6rem;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:clip}
.clausehead{display:flex;gap:1.2rem;align-items:center;padding:.8rem 1.25rem;background:var(--sunken);border-bottom:1px solid var(--line)}
.clausehead h3{margin:0;flex:1 1 auto}
.clausehead h3 a{color:inherit}
.clausehead .number{color:var(--muted);font-weight:500;margin-right:.35rem}
.clausehead .bar{flex:0 0 11rem}
.rules>li{display:grid;grid-template-columns:8.2rem minmax(0,1fr);gap:.2rem .9rem;padding:.75rem 1.25rem;align-items:start}
.rules>li+li{border-top:1px solid var(--line)}
.rules .chip{justify-self:start}
.rules .statement,.silent .question{text-wrap:pretty}
.why{margin-top:.2rem;font-size:.94rem;color:var(--muted)}
.why a{color:var(--tone);font-weight:550}
.meta{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin-top:.25rem;font-size:.83rem;color:var(--muted)}
.meta a{color:inherit}.meta .id{font-size:1em}
.rule:target,.card:target{outline:2px solid var(--focus);outline-offset:-2px}
#undecided .rules,.silent{background:var(--surface);border:1px solid var(--line);border-radius:12px}
.silent{columns:2;column-gap:0;column-rule:1px solid var(--line)}
.silent>li{break-inside:avoid;padding:.8rem 1.25rem}
.silent .question{color:var(--muted);font-size:.94rem}
.silent .answer{font-weight:550}
.overview{margin-bottom:.5rem}.overview summary{color:var(--muted);margin-bottom:.6rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.32rem .9rem .32rem 0;font-weight:400}
thead th{font-size:.72rem;text-transform:uppercase;letter-spacing:.07em;color:var(--muted);font-weight:600;border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid color-mix(in srgb,var(--line) 55%,transparent)}
.bars th{white-space:nowrap}.barcell{width:34%;vertical-align:middle}.bars .say{margin-right:.7rem;font-weight:500}
.none{padding:1.5rem;color:var(--muted)}
`;

const pictures = `
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1rem}
figure.latency,figure.timeline,figure.trend{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:1rem 1.1rem;min-width:0}
svg{display:block;width:100%;height:auto}
svg.bar{height:8px}svg.bar.large{height:14px}
figure.latency figcaption{display:flex;justify-content:space-between;margin-bottom:.5rem}
rect.latency{fill:var(--accent);opacity:.75}
.axis{stroke:var(--line);stroke-width:1}
.percentile{stroke:var(--ink);stroke-width:1;stroke-dasharray:2 2}
.tick{fill:var(--muted);font-size:9.5px;font-family:system-ui,sans-serif}
.timeline .tick{font-size:11px}
.percentiles{display:grid;grid-template-columns:repeat(5,1fr);font-size:.8rem;margin-top:.5rem;gap:.2rem}
.percentiles dt{color:var(--muted)}
.sample{fill:var(--observed);opacity:.6}.cross{stroke:var(--failed);stroke-width:2.2;fill:none;stroke-linecap:round}
.timeline svg{min-width:40rem}.timeline figcaption{margin-top:.6rem;font-size:.88rem}
.legend{display:grid;gap:.4rem}.legend li{display:grid;grid-template-columns:8.2rem minmax(0,1fr);gap:.9rem}.legend .chip{justify-self:start}
.digest{color:var(--muted);font-size:.78rem}
figure.trend svg{max-width:48rem}.trend+.overview{margin-top:.8rem}#trend table{min-width:44rem}#trend th,#trend td{white-space:nowrap}
#latency table{min-width:38rem}#latency th{white-space:nowrap}
#appendix .command{grid-template-columns:minmax(0,1fr) auto}#appendix .command .label{grid-column:1/-1}
footer{margin:4rem 0 0;padding:1.5rem 0 3rem;border-top:1px solid var(--line);color:var(--muted);font-size:.88rem}
`;

const wide = `
@media (min-width:64rem){
body:has(.causes) .wide{max-width:82rem}
.bench:has(.causes){display:grid;grid-template-columns:17rem minmax(0,1fr);gap:1.4rem}
.causes{display:block;position:sticky;top:5.5rem;align-self:start;max-height:calc(100vh - 6.5rem);overflow-y:auto}
.causes ol{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:clip}
.causes li+li{border-top:1px solid var(--line)}
.causes a{display:grid;grid-template-columns:1rem minmax(0,1fr);gap:.1rem .55rem;padding:.6rem .8rem .6rem .65rem;border-left:4px solid transparent;color:inherit;text-decoration:none;font-size:.9rem;line-height:1.4}
.causes a:hover{background:var(--sunken)}
.causes a:focus-visible{outline-offset:-2px}
.causes a[aria-current]{background:var(--sunken);border-left-color:var(--tone);font-weight:600}
.causes .glyph{color:var(--tone);font-weight:700;text-align:center}
.causes .muted{grid-column:2;font-weight:400}
}
`;

const narrow = `
@media (max-width:46rem){
html{scroll-padding-top:1rem}
.wide{padding:0 1rem}
.toolbar{position:static}
.toolbar #filter:not([hidden]){display:inline-block}
#filter:not([hidden])[aria-expanded=false]+#filters{display:none}
#filter[aria-expanded=true]{margin-bottom:.5rem}
.keys{display:none}
.toolbar .gap{display:none}
.toolbar .find{flex-basis:100%}
.brand{gap:.3rem .6rem;font-size:.85rem}.tools{flex-wrap:nowrap;gap:.35rem}.tools button{padding:.12rem .5rem;font-size:.78rem}
.verdict{gap:.4rem .7rem;margin:.6rem 0 .7rem}.seal{grid-row:auto;width:2.1rem;height:2.1rem;font-size:1.1rem}.summary{grid-column:1/-1;font-size:.95rem;line-height:1.45}
.barlegend{gap:.1rem .9rem;font-size:.8rem}
:is(#failures,#clients) h2{font-size:1.2rem;margin:.9rem 0 .6rem}
.strip{grid-template-columns:1fr 1fr}
.card{padding:.8rem .9rem}
.compare,.panes,.details>div{grid-template-columns:minmax(0,1fr)}.details>div{gap:0}
.command{grid-template-columns:minmax(0,1fr) auto}.command pre{grid-column:1/-1;grid-row:2}
.rules>li{grid-template-columns:minmax(0,1fr);padding:.75rem 1rem}
.clausehead{flex-wrap:wrap;padding:.8rem 1rem}.clausehead .bar{flex-basis:100%}
.silent{columns:1}
.bars thead{display:none}.bars tr{display:grid;padding:.45rem 0}.bars th,.bars td{border:0!important;padding:.12rem 0;white-space:normal}.barcell{width:auto}
.legend li{grid-template-columns:minmax(0,1fr);gap:.1rem}
h2{margin-top:3rem}
}
@media print{
body{font-size:9.5pt}
.toolbar,.tools,.copy,.skip,.jump,.keys,.causes{display:none!important}
.bench{display:block!important}
.hero{border-bottom:1px solid var(--line)}
.card,.clausegroup,.rules>li,figure{break-inside:avoid}
.card{box-shadow:none}
pre,.value{max-height:none;overflow:visible}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit}
h2{break-after:avoid}
}
`;

export const style =
  colours + marks + base + hero + toolbar + cards + rules + pictures + wide + narrow + paper;
