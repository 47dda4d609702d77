import { useId } from 'react'
import type { StreamControls } from './use-stream-play.ts'

/** Plays the arguments, or holds them at any place. */
export function StreamBar({ controls, total }: { controls: StreamControls; total: number }) {
  const id = useId()
  const { cut, playing, seek, toggle } = controls
  return (
    <div className="pf-lab-stream">
      <button type="button" className="pf-button" onClick={toggle} disabled={total === 0}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <label htmlFor={id} className="pf-sr">
        Arrived characters
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={total}
        value={cut}
        aria-valuetext={`${cut} of ${total} characters`}
        onChange={(event) => seek(event.target.valueAsNumber)}
      />
      <output htmlFor={id} aria-live="off">
        {cut} / {total}
      </output>
    </div>
  )
}
