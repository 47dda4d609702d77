/** The style of reports. Colours follow the scheme of the reader. */
export const style = `
:root { color-scheme: light dark; --surface: light-dark(oklch(99% 0.003 95), oklch(19% 0.008 260)); --raised: light-dark(oklch(97.3% 0.004 95), oklch(22.5% 0.009 260)); --text: light-dark(oklch(24% 0.012 260), oklch(94% 0.005 95)); --quiet: light-dark(oklch(44% 0.014 260), oklch(78% 0.01 260)); --line: light-dark(oklch(89% 0.007 95), oklch(31% 0.012 260)); --accent: light-dark(oklch(50% 0.11 240), oklch(76% 0.1 238)); --good: light-dark(oklch(46% 0.1 155), oklch(76% 0.12 155)); --bad: light-dark(oklch(50% 0.16 28), oklch(74% 0.13 25)); --track: light-dark(oklch(91% 0.008 95), oklch(31% 0.013 260)); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 1080px; background: var(--surface); color: var(--text); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 18px; margin: 40px 0 8px; } h3 { font-size: 15px; margin: 16px 0 4px; }
p { margin: 4px 0; max-width: 720px; } .quiet { color: var(--quiet); } .bad { color: var(--bad); } .good { color: var(--good); }
.frame { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); } td.n, th.n { text-align: right; } td.wide { white-space: normal; min-width: 200px; color: var(--quiet); }
.bar { display: block; width: 96px; height: 8px; margin-top: 6px; background: var(--track); border-radius: 4px; overflow: hidden; } .bar i { display: block; height: 100%; background: var(--accent); }
details { border-bottom: 1px solid var(--line); } summary { display: flex; gap: 12px; padding: 8px 0; cursor: pointer; align-items: baseline; } summary .id { flex: 1; overflow-wrap: anywhere; } summary .n { min-width: 64px; text-align: right; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.run { padding: 0 0 16px; } .run + .run { border-top: 1px solid var(--line); } blockquote { margin: 4px 0; padding: 0 0 0 12px; border-left: 2px solid var(--line); max-width: 720px; overflow-wrap: anywhere; white-space: pre-wrap; }
ul { margin: 4px 0; padding-left: 20px; } li { overflow-wrap: anywhere; } .scores { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; }
figure { margin: 12px 0; } figcaption { font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; } figure img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
pre { margin: 0; padding: 12px; background: var(--raised); border-radius: 8px; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; }
@media print { :root { color-scheme: light; } details > * { display: block; } }
`
