import { sparkPath } from './spark-path.ts'

const BOX = { width: 120, height: 28, inset: 3 }

/** Past values as a small line without axes; its end is marked. */
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
