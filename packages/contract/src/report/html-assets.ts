/** Style and behaviour of the page, which loads nothing from anywhere. */
export const style = `
:root { --ground: #fbfaf8; --card: #fff; --ink: #23211e; --soft: #6d6862; --line: #e5e1da;
  --kept: #1f7a4d; --kept-ground: #dcf1e5; --broken: #b3261e; --broken-ground: #fbdedb; --missed: #8a6100; --missed-ground: #fbeecb; }
@media (prefers-color-scheme: dark) { :root { --ground: #191816; --card: #22201e; --ink: #ece8e2; --soft: #a29b92; --line: #37332f;
  --kept: #7fd6a8; --kept-ground: #1d3a2c; --broken: #ff9d94; --broken-ground: #4a1f1b; --missed: #ecc768; --missed-ground: #40330f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .3rem 0; } h1 small { color: var(--soft); font-weight: 400; font-size: 1rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .8rem; }
header p { color: var(--soft); margin: 0; overflow-wrap: anywhere; }
header .verdict { display: inline-block; padding: .2rem .8rem; border-radius: 2rem; font-weight: 600; }
.kept { color: var(--kept); background: var(--kept-ground); } .broken { color: var(--broken); background: var(--broken-ground); }
.missed { color: var(--missed); background: var(--missed-ground); } .absent { color: var(--soft); background: none; opacity: .6; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .8rem; margin: 1.3rem 0 0; }
dl div { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: .8rem 1rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; }
dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.6rem; font-weight: 600; font-variant-numeric: tabular-nums; }
ul { list-style: none; margin: 0; padding: 0; }
li { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: .7rem 1rem; margin-bottom: .5rem; overflow-wrap: anywhere; }
summary { cursor: pointer; } small { color: var(--soft); } code { color: var(--broken); font-size: .85rem; }
pre { overflow-x: auto; white-space: pre-wrap; background: var(--ground); border-radius: .5rem; padding: .7rem; font-size: .8rem; }
.legend { color: var(--soft); font-size: .85rem; margin: 0 0 .5rem; }
.filter input[type=search] { font: inherit; padding: .35rem .7rem; width: min(100%, 22rem); border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: inherit; }
.filter label { white-space: nowrap; color: var(--soft); }
i { font-style: normal; font-size: .75rem; font-variant-numeric: tabular-nums; border-radius: .4rem; padding: .1rem .35rem; display: inline-block; }
i.broken { text-decoration: line-through; } i.missed { outline: 1px dashed; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
thead th { position: sticky; top: 0; background: var(--ground); color: var(--soft); font-weight: 500; font-size: .75rem; padding: .4rem .2rem; z-index: 1; }
th:first-child { text-align: left; }
td { text-align: center; padding: .2rem; border-top: 1px solid var(--line); } th[scope=row] { font-weight: 400; padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); }
th[scope=row] span { display: block; color: var(--soft); font-size: .75rem; overflow-wrap: anywhere; } th[scope=row] b { font-weight: 600; }
.group th { padding: 1.4rem 0 .4rem; font-size: .95rem; } [hidden] { display: none !important; }
@media (max-width: 44rem) {
  thead { display: none; } table, tbody, tr, th[scope=row], .group th { display: block; } td { display: inline-block; border: 0; padding: 0 .25rem .5rem 0; } td:empty { display: none; }
}
@media print { .filter { display: none; } }
`;

export const script = `
const [search, only] = document.querySelectorAll('.filter input');
const apply = () => {
  const wanted = search.value.toLowerCase();
  for (const body of document.querySelectorAll('tbody')) {
    let shown = 0;
    for (const row of body.querySelectorAll('tr:not(.group)')) {
      row.hidden = (only.checked && 'kept' in row.dataset) || !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) shown++;
    }
    body.hidden = shown === 0;
  }
};
search.addEventListener('input', apply);
only.addEventListener('change', apply);
`;
