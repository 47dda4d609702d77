import type { RendererProps } from '@pf/react-renderers'
import type { GaugeProps } from './agent-ui/generated/props.d.ts'

/** Draws the gauge with the colours of the theme. While the props arrive, `percent` and `label` may be missing. */
export function Gauge({ props: { percent = 0, label = '' } }: RendererProps<Partial<GaugeProps>>) {
  const angle = (Math.PI * percent) / 100
  return (
    <div className="gauge">
      <svg viewBox="0 0 100 56" role="img" aria-label={`${label}: ${percent} percent`}>
        <path d="M 10 50 A 40 40 0 0 1 90 50" fill="none" stroke="var(--pf-surface-3)" strokeWidth="8" />
        <path d={`M 10 50 A 40 40 0 0 1 ${50 - 40 * Math.cos(angle)} ${50 - 40 * Math.sin(angle)}`} fill="none" stroke="var(--pf-accent)" strokeWidth="8" />
      </svg>
      <strong>{percent} %</strong> {label}
    </div>
  )
}
