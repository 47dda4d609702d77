import { useId } from 'react'
import { useWords } from '../messages/use-words.ts'
import type { StreamControls } from './use-stream-play.ts'
import { labWords } from './words.ts'

/** Plays the arguments, or holds them at any place. */
export function StreamBar({ controls, total }: { controls: StreamControls; total: number }) {
  const words = useWords('lab', labWords)
  const id = useId()
  const { cut, playing, seek, toggle } = controls
  return (
    <div className="pf-lab-stream">
      <button type="button" className="pf-button" onClick={toggle} disabled={total === 0}>
        {playing ? words.pause : words.play}
      </button>
      <label htmlFor={id} className="pf-sr">
        {words.arrived}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={total}
        value={cut}
        aria-valuetext={words.ofCharacters(cut, total)}
        onChange={(event) => seek(event.target.valueAsNumber)}
      />
      <output htmlFor={id} aria-live="off">
        {cut} / {total}
      </output>
    </div>
  )
}
