const BOX = { width: 120, height: 28, inset: 3 }

/** A sparkline without axes; its end point is marked. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const path = sparkPath(values, BOX)
  if (!path) return null
  return (
    <svg className="pf-spark" viewBox={`0 0 ${BOX.width} ${BOX.height}`} width={BOX.width} height={BOX.height} role="img" aria-label={label}>
      <path d={path.d} />
      <circle cx={path.end.x} cy={path.end.y} r="2.5" />
    </svg>
  )
}

export interface SparkBox {
  width: number
  height: number
  /** Padding for the stroke and the end point. */
  inset: number
}

/** Returns the path of a sparkline and its end point; undefined for fewer than two finite values. */
export function sparkPath(values: readonly number[], { width, height, inset }: SparkBox): { d: string; end: { x: number; y: number } } | undefined {
  const finite = values.filter(Number.isFinite)
  if (finite.length < 2) return undefined
  // The values are halved first, because the difference of two extreme doubles would overflow.
  const halves = finite.map((value) => value / 2)
  const low = halves.reduce((a, b) => Math.min(a, b))
  const span = halves.reduce((a, b) => Math.max(a, b)) - low
  const points = halves.map((value, index) => ({
    x: round(inset + (index / (halves.length - 1)) * (width - 2 * inset)),
    y: round(height - inset - (span === 0 ? 0.5 : (value - low) / span) * (height - 2 * inset)),
  }))
  const end = points.at(-1)
  return end && { d: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''), end }
}

const round = (value: number) => Math.round(value * 10) / 10
