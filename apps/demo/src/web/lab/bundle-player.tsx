import { PfError } from '@pf/core'
import { RunPlayer } from '@pf/react-renderers/lab'
import { type DragEvent, useState } from 'react'
import type { OpenedBundle } from './open-bundle.ts'

type Opened = { status: 'none' | 'reading' } | { status: 'failed'; message: string } | { status: 'ready'; name: string; bundle: OpenedBundle }

/** Opens a bundle of a run, from a file picker or by drop, and shows it with a slider. The file stays on this device. */
export function BundlePlayer() {
  const [opened, setOpened] = useState<Opened>({ status: 'none' })
  const open = async (file: File | undefined) => {
    if (!file) return
    setOpened({ status: 'reading' })
    setOpened(await read(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void open(event.dataTransfer.files[0])
  }
  return (
    <section className="bundle" aria-label="Run bundle" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <label className="bundle__open">
        <span>Open or drop a run bundle</span>
        <input type="file" accept=".pfbundle,.json" onChange={(event) => void open(event.target.files?.[0])} />
      </label>
      {opened.status === 'reading' && <p role="status">Reading…</p>}
      {opened.status === 'failed' && <p role="alert">{opened.message}</p>}
      {opened.status === 'ready' && (
        <>
          <p role="status">{opened.name}</p>
          <RunPlayer key={opened.name} {...opened.bundle} />
        </>
      )}
    </section>
  )
}

async function read(file: File): Promise<Opened> {
  try {
    const { openBundle } = await import('./open-bundle.ts')
    return { status: 'ready', name: file.name.slice(0, 100), bundle: await openBundle(file) }
  } catch (error) {
    return { status: 'failed', message: PfError.isInstance(error) ? error.message : 'The file could not be read.' }
  }
}
