/** Style of the page. */
export const style = `
:root { --ground: #fbfaf8; --card: #fff; --ink: #23211e; --soft: #6d6862; --line: #e5e1da;
  --kept: #1b6f45; --kept-ground: #dcf1e5; --kept-bar: #4cae7c; --broken: #b3261e; --broken-ground: #fbdedb; --broken-bar: #d5483f;
  --missed: #8a6100; --missed-ground: #fbeecb; --missed-bar: #e3b341; }
@media (prefers-color-scheme: dark) { :root { --ground: #191816; --card: #22201e; --ink: #ece8e2; --soft: #a29b92; --line: #37332f;
  --kept: #7fd6a8; --kept-ground: #1d3a2c; --kept-bar: #3d8f65; --broken: #ff9d94; --broken-ground: #4a1f1b; --broken-bar: #c0433a;
  --missed: #ecc768; --missed-ground: #40330f; --missed-bar: #b98d27; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: .5rem 0 .2rem; } h1 small { font-weight: 400; font-size: 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .8rem; }
small, .legend, .filter label, figcaption { color: var(--soft); } small { font-size: .85rem; }
header p { color: var(--soft); margin: 0; overflow-wrap: anywhere; }
header .verdict { display: inline-block; padding: .2rem .9rem; border-radius: 2rem; font-weight: 600; }
.kept { color: var(--kept); background: var(--kept-ground); } .broken { color: var(--broken); background: var(--broken-ground); }
.missed { color: var(--missed); background: var(--missed-ground); } .absent { color: var(--soft); background: none; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .8rem; margin: 1.3rem 0 1rem; }
dl div { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: .8rem 1rem; display: flex;
  flex-direction: column-reverse; justify-content: flex-end; }
dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.7rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.bar { display: flex; gap: 2px; height: .6rem; border-radius: 1rem; overflow: hidden; }
.bar .kept { background: var(--kept-bar); } .bar .broken { background: var(--broken-bar); } .bar .missed { background: var(--missed-bar); }
header .legend { margin: .5rem 0 0; font-size: .9rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: .8rem 1rem; margin-bottom: .6rem; overflow-wrap: anywhere; }
li p { margin: 0; } li .message { font-weight: 500; margin-bottom: .2rem; }
code { color: var(--broken); background: var(--broken-ground); border-radius: .4rem; padding: .1rem .45rem; font-size: .8rem; margin-right: .3rem; }
summary { cursor: pointer; } li summary { color: var(--soft); font-size: .85rem; width: fit-content; } li .more p { padding-left: 1rem; }
.exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .8rem; margin-top: .5rem; }
figure { margin: 0; min-width: 0; } figcaption { font-size: .8rem; }
pre { margin: .2rem 0 0; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground);
  border: 1px solid var(--line); border-radius: .5rem; padding: .7rem; font-size: .8rem; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; align-items: center; margin: 0 0 1rem; }
.filter input[type=search] { font: inherit; padding: .35rem .7rem; width: min(100%, 22rem); border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: inherit; }
.group { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; margin-bottom: .5rem; }
.group summary { display: grid; grid-template-columns: 1fr auto 8rem; gap: 1rem; align-items: center; padding: .6rem 1rem; }
.group summary::before { content: none; } .group summary b::before { content: '▸'; display: inline-block; width: 1.2em; color: var(--soft); }
.group[open] summary b::before { content: '▾'; }
.scroll { overflow-x: auto; padding: 0 1rem .6rem; }
i { font-style: normal; font-size: .75rem; font-variant-numeric: tabular-nums; border-radius: .4rem; padding: .1rem .35rem; display: inline-block; }
i.broken { text-decoration: line-through; } i.missed { outline: 1px dashed; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
thead th { color: var(--soft); font-weight: 500; font-size: .75rem; padding: .2rem; width: 2.8rem; }
th:first-child { text-align: left; width: auto; padding-left: 0; }
td { text-align: center; padding: .2rem; border-top: 1px solid var(--line); }
th[scope=row] { font-weight: 400; padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); }
th[scope=row] span { display: block; color: var(--soft); font-size: .75rem; overflow-wrap: anywhere; } th[scope=row] b { font-weight: 600; }
[hidden] { display: none !important; }
@media (max-width: 44rem) {
  .group summary { grid-template-columns: 1fr auto; } .group summary .bar { grid-column: 1 / -1; }
  thead { display: none; } table, tbody, tr, th[scope=row] { display: block; }
  td { display: inline-block; border: 0; padding: 0 .25rem .5rem 0; } td:empty { display: none; }
}
@media print { .filter { display: none; } .group { break-inside: avoid-page; border: 0; } }
`;
