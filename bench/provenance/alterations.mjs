// Ways to alter one number of an answer, so that its text no longer says the value of its row.
const pick = (random, list) => list[Math.floor(random() * list.length)]

/** Each returns another value to write in the same form; undefined where it does not apply. */
const values = {
  // Another digit somewhere.
  digit({ value, form }, _rows, random) {
    const digits = Math.max(1, Math.floor(Math.log10(Math.max(1, Math.abs(form.shown(value)) / form.ulp))) + 1)
    const place = form.ulp * 10 ** Math.floor(random() * digits)
    return value + (random() < 0.5 ? -1 : 1) * place * (1 + Math.floor(random() * 4))
  },
  // The value of another row.
  swapped({ value, measure, form }, rows, random) {
    const others = rows
      .map((row) => row[measure.field])
      .filter((other) => typeof other === 'number' && Math.abs(form.shown(other) - form.shown(value)) > form.ulp / 2)
    return others.length === 0 ? undefined : pick(random, others)
  },
  // Rounded to the wrong side, or one more. A value in the middle between two can be rounded to both.
  rounded: ({ value, form }) =>
    Math.abs(Math.abs(form.shown(value) - value) - form.half) < form.ulp * 0.02 ? undefined : value + (form.shown(value) > value ? -1 : 1) * form.ulp,
  // A factor of a power of ten. A value in thousands that is written in full is true.
  scaled: ({ value, measure }, _rows, random) => value * pick(random, measure.thousands ? [10, 100, 0.1] : [10, 100, 1000, 0.1]),
  sign: ({ value }) => -value,
  // A value of the same size that is made up.
  invented: ({ value }, _rows, random) => value * (0.55 + random() * 0.9),
}

const otherUnits = { g: 'kg', kg: 'lb', lb: 'g', mm: 'cm', cm: 'mm', '°C': '°F', '°F': '°C', 'm/s': 'km/h', 'km/h': 'm/s', hp: 'kW', ppm: 'ppb' }

/** Names of the alterations. */
export const alterations = [...Object.keys(values), 'unit']

/** Returns the number as it is written after the alteration; undefined where it does not apply or would change nothing. */
export function alter(kind, number, rows, random) {
  const { value, form } = number
  const text = form.write(value)
  // Zero is zero in every unit of a length or a speed.
  if (kind === 'unit') return /[1-9]/.test(text) ? otherUnit(text) : undefined
  const altered = values[kind](number, rows, random)
  if (altered === undefined || !Number.isFinite(altered) || (kind === 'sign' && value === 0)) return undefined
  const written = form.write(altered)
  // The altered text must not be a correct rounding of the true value.
  return written === text || Math.abs(form.shown(altered) - value) <= form.half * 1.001 ? undefined : written
}

function otherUnit(text) {
  const found = /^(.*?)( ?)(kg|lb|g|mm|cm|°C|°F|m\/s|km\/h|hp|ppm)$/.exec(text)
  return found ? `${found[1]}${found[2]}${otherUnits[found[3]]}` : undefined
}
