// Compares two JSON Schemas of props: does the new one take everything that the old one took?

/** Keywords that say nothing about what is valid. */
const annotations = new Set(['description', 'title', 'default', 'examples', 'x-data', 'x-type', 'x-open', 'x-host', 'x-slot', 'x-url'])
/** Keywords whose number may only grow, and whose may only fall. The absence of both is the widest. */
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
/** `x-url` and `x-slot` restrict values, so a new one breaks. */
const restricting = new Set(['x-url', 'x-slot'])

const same = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}
const list = (value) => (value === undefined ? undefined : [value].flat())

/**
 * Returns a text for each place where `after` may refuse what `before` took. A difference that is not understood counts as one, so that the
 * result may have a text too many, but none too few.
 */
export function breakingChanges(before, after, path = '') {
  const at = (text) => `${path === '' ? '/' : path} ${text}`
  if (same(before, after) || after === true || isEmpty(after)) return []
  if (typeof before !== 'object' || typeof after !== 'object') return [at('takes less')]
  const changes = []
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]]
    if (restricting.has(key)) {
      if (now !== undefined && !same(old, now)) changes.push(at(`has another ${key}`))
    } else if (annotations.has(key) || same(old, now)) continue
    else if (key === 'properties' || key === '$defs') changes.push(...ofMembers(old ?? {}, now ?? {}, after, `${path}/${key}`))
    else if (now === undefined) continue
    else changes.push(...ofKeyword(key, old, now, path, at))
  }
  return changes
}

function ofKeyword(key, old, now, path, at) {
  if (key === 'type' || key === 'enum') {
    const allowed = list(now)
    const missing = list(old)?.filter((value) => !(allowed.includes(value) || (value === 'integer' && allowed.includes('number'))))
    if (!missing) return [at(`has a ${key} now`)]
    return missing.length > 0 ? [at(`no longer takes ${JSON.stringify(missing)}`)] : []
  }
  if (key === 'required') {
    const added = now.filter((name) => !old?.includes(name))
    return added.length > 0 ? [at(`requires ${added.join(', ')}`)] : []
  }
  if (upper.has(key) || lower.has(key)) {
    const isWider = old !== undefined && (upper.has(key) ? now >= old : now <= old)
    return isWider ? [] : [at(`has ${key} ${now} instead of ${old ?? 'none'}`)]
  }
  if (key === 'additionalProperties') {
    if (now === true) return []
    if (old === undefined || old === true) return [at('no longer takes other properties')]
    return old === false ? [] : breakingChanges(old, now, `${path}/*`)
  }
  if (key === 'items') return old === undefined ? [at('has items of one kind now')] : breakingChanges(old, now, `${path}/items`)
  if (key === 'anyOf' || key === 'oneOf') {
    const lost = (old ?? [{}]).filter((schema) => !now.some((each) => breakingChanges(schema, each).length === 0))
    return lost.length > 0 ? [at(`lost an alternative of ${key}`)] : []
  }
  return [at(`has another ${key}`)]
}

/** Compares properties. A property that is no longer described is refused if the object takes no others. */
function ofMembers(old, now, after, path) {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    if (old[name] === undefined) return []
    if (now[name] === undefined) return path.endsWith('$defs') || after.additionalProperties !== false ? [] : [`${path}/${name} is removed`]
    return breakingChanges(old[name], now[name], `${path}/${name}`)
  })
}

const isEmpty = (schema) => typeof schema === 'object' && schema !== null && Object.keys(schema).every((key) => annotations.has(key) && !restricting.has(key))
