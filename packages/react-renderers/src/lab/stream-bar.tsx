import { useId } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'
import type { StreamControls } from './use-stream-playback.ts'

/** Controls for playing the arguments or stopping at any position. */
export function StreamBar({ controls, total }: { controls: StreamControls; total: number }) {
  const messages = useMessages('lab', labMessages)
  const id = useId()
  const { cut, playing, seek, toggle } = controls
  return (
    <div className="pf-lab-stream">
      <button type="button" className="pf-button" onClick={toggle} disabled={total === 0}>
        {playing ? messages.pause : messages.play}
      </button>
      <label htmlFor={id} className="pf-sr">
        {messages.arrived}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={total}
        value={cut}
        aria-valuetext={messages.ofCharacters(cut, total)}
        onChange={(event) => seek(event.target.valueAsNumber)}
      />
      <output htmlFor={id} aria-live="off">
        {cut} / {total}
      </output>
    </div>
  )
}
