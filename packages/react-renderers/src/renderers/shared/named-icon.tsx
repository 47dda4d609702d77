const paths = new Map([
  ['users', 'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.9c1.6.5 2.5 1.8 2.5 3.6'],
  ['user', 'M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM3 14c0-2.8 2.2-4.5 5-4.5s5 1.7 5 4.5'],
  ['dollar', 'M8 1.5v13M11 4.6C10.4 3.7 9.3 3.3 8 3.3c-1.8 0-3 .9-3 2.3 0 3.3 6.2 1.5 6.2 4.8 0 1.5-1.4 2.4-3.2 2.4-1.5 0-2.7-.5-3.3-1.5'],
  ['chart', 'M2 2v12h12M5 11V8M8 11V5M11 11V6.5'],
  ['pie', 'M8 1.8A6.2 6.2 0 1 0 14.2 8H8zM10.5 1.8A5.2 5.2 0 0 1 14.2 5.5h-3.7z'],
  ['table', 'M2 3h12v10H2zM2 6.5h12M2 9.8h12M6 6.5V13'],
  ['list', 'M5.5 4H14M5.5 8H14M5.5 12H14M2 4h.6M2 8h.6M2 12h.6'],
  ['calendar', 'M2 3.5h12V14H2zM2 6.5h12M5 1.8v3M11 1.8v3'],
  ['file', 'M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3'],
  ['trend', 'M2 11.5 6 7.5 9 10 14 4.5M10.5 4.5H14V8'],
  ['clock', 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM8 4.8V8l2.3 1.6'],
  ['check', 'M3 8.5 6.5 12 13 4.5'],
  ['alert', 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.2'],
  ['globe', 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM1.8 8h12.4M8 1.8c2 2 2.6 4 2.6 6.2S10 12.2 8 14.2C6 12.2 5.4 10.2 5.4 8S6 3.8 8 1.8z'],
  ['box', 'M2 5 8 2l6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6'],
  ['star', 'M8 1.8 9.9 6l4.4.5-3.3 3 .9 4.4L8 11.7l-3.9 2.2.9-4.4-3.3-3L6.1 6z'],
])

const aliases = new Map([
  ['currency', 'dollar'],
  ['money', 'dollar'],
  ['revenue', 'dollar'],
  ['bar-chart', 'chart'],
  ['chart-bar', 'chart'],
  ['chart-pie', 'pie'],
  ['pie-chart', 'pie'],
  ['line-chart', 'trend'],
  ['grid', 'table'],
  ['date', 'calendar'],
  ['document', 'file'],
  ['chart-line', 'trend'],
  ['trending-up', 'trend'],
  ['time', 'clock'],
  ['warning', 'alert'],
  ['package', 'box'],
  ['check-circle', 'check'],
])

/** Renders one of the built-in icons by name; nothing for an unknown name. */
export function NamedIcon({ name }: { name: unknown }) {
  const path = typeof name === 'string' ? paths.get(aliases.get(name) ?? name) : undefined
  if (!path) return null
  return (
    <svg className="pf-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
