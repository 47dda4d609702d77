import { ComponentLab } from '@pf/react-renderers/lab'
import { useRichOutput } from '../shell/use-rich-output.ts'

/** The bench for components, where the server shows any. */
export function LabTab() {
  const rich = useRichOutput()
  return (
    <main className="lab">
      <h1 className="drafts-title">Component Lab</h1>
      {rich === false ? <p className="drafts-hint">The server of this page shows no components.</p> : <ComponentLab />}
    </main>
  )
}
