/** The style sheet of the staff page; it extends that of the outbox. */
export const staffStyle = `:root { --line: color-mix(in srgb, currentColor 25%, transparent); --soft: color-mix(in srgb, currentColor 5%, transparent); }
main { max-width: 64rem; padding: 1rem 1rem 4rem; }
h1 { margin: 0.5rem 0; }
section { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); scroll-margin-top: 0.5rem; }
section > h2 { font-size: 1.25rem; margin: 0 0 0.75rem; }
h3 { font-size: 1rem; margin: 0 0 0.5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0.75rem 0 0; list-style: none; }
nav a { display: inline-block; padding: 0.4rem 0; }
a { color: #13607c; }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible { outline: 3px solid #18a2b8; outline-offset: 2px; }
article { border-color: var(--line); }
dt { opacity: 0.8; }
form { align-items: end; gap: 0.75rem; padding: 0.75rem 1rem 1rem; border-radius: 0.5rem; background: var(--soft); }
form.inline { padding: 0; background: transparent; margin: 0; }
label { flex: 1 1 14rem; display: grid; gap: 0.25rem; }
label > span { font-size: 0.875rem; }
label input, label select, textarea { width: 100%; }
textarea { box-sizing: border-box; padding: 0.5rem 0.75rem; font: inherit; }
button { border: 1px solid #13607c; border-radius: 0.5rem; background: #13607c; color: #fff; font-weight: 600; cursor: pointer; }
p.refused { margin: 0.75rem 0; padding: 0.75rem 1rem; border-left: 4px solid #b3261e; border-radius: 0.25rem; background: var(--soft); font-weight: 600; }
button.quiet { background: transparent; color: inherit; border-color: var(--line); }
.rows { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); }
th { font-size: 0.875rem; white-space: nowrap; }
td { overflow-wrap: break-word; }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
@media (width < 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); border: 0; padding: 0.125rem 0; overflow-wrap: anywhere; }
  td::before { content: attr(data-name); opacity: 0.8; }
  td.figure { text-align: left; }
}
@media (prefers-color-scheme: dark) {
  a { color: #6fd0e3; }
}
`
