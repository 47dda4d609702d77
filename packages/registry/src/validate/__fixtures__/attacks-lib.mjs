// Reads attacks.jsonl and expands its directives. loadAttacks({ leak, app }) -> [{id, component, props, why, expect, obs, check, act?, channel?}]
import { readFileSync } from 'node:fs'
export function expand(v) {
  if (Array.isArray(v)) return v.map(expand)
  if (v && typeof v === 'object') {
    if (Array.isArray(v.$repeat)) return v.$repeat[0].repeat(v.$repeat[1]) + (v.$repeat[2] ?? '')
    if (Array.isArray(v.$array)) {
      const item = expand(v.$array[0])
      return Array.from({ length: v.$array[1] }, () => item)
    }
    if (typeof v.$counter === 'number') return Object.fromEntries(Array.from({ length: v.$counter }, (_, i) => [`k${i}`, i]))
    if (v.$nest) {
      const { wrap, key, inner, n } = v.$nest
      let x = inner
      for (let i = 0; i < n; i++)
        x = wrap === 'object' ? { [key]: x } : wrap === 'grid' ? { component: 'grid', props: { items: [x] } } : { title: 's', subsections: [x] }
      return x
    }
    const out = JSON.parse('{}')
    for (const k of Object.keys(v)) Object.defineProperty(out, k, { value: expand(v[k]), enumerable: true, writable: true, configurable: true })
    return out
  }
  return v
}
export function loadAttacks({ leak = 'http://127.0.0.1:9/leak', app = 'http://127.0.0.1:9' } = {}) {
  return readFileSync(new URL('./attacks.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((l) => {
      const a = JSON.parse(l.replaceAll('{{LEAK}}', leak).replaceAll('{{APP}}', app))
      a.props = expand(a.props)
      return a
    })
}
