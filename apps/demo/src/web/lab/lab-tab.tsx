import { ComponentLab } from '@pf/react-renderers/lab'
import { useRichOutput } from '../shell/use-rich-output.ts'
import { BundlePlayer } from './bundle-player.tsx'

/** The Component Lab, which is available if the server has rich output enabled. */
export function LabTab() {
  const rich = useRichOutput()
  return (
    <main className="lab">
      <h1 className="drafts-title">Component Lab</h1>
      <BundlePlayer />
      {rich === false ? <p className="drafts-hint">Rich output is disabled on this server.</p> : <ComponentLab />}
    </main>
  )
}
