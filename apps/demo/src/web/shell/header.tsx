import { NewIcon, PanelIcon, SchemeIcon } from './icons.tsx'
import { useModelName } from './use-model-name.ts'
import type { Panel } from './use-panel.ts'
import { useScheme } from './use-scheme.ts'

/** One line: product, model in use, new conversation, scheme, inspector. */
export function Header({ panel }: { panel: Panel }) {
  const model = useModelName()
  const { scheme, toggle } = useScheme()
  return (
    <header className="bar">
      <span className="bar__brand">pf</span>
      <span className="bar__title">Analytics copilot</span>
      <span className="bar__space" />
      {model && (
        <span className="bar__model" title={model.scripted ? 'A scripted stand-in plays fixed stories over the real data' : `Answers come from ${model.name}`}>
          {model.scripted ? 'scripted model' : model.name}
        </span>
      )}
      <a className="icon-button" href="/" title="New conversation" aria-label="New conversation">
        <NewIcon />
      </a>
      <button
        type="button"
        className="icon-button"
        onClick={toggle}
        aria-label={scheme === 'dark' ? 'Use light colours' : 'Use dark colours'}
        title="Colour scheme"
      >
        <SchemeIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        onClick={panel.toggle}
        aria-expanded={panel.open}
        aria-controls="inspector"
        aria-label="Run inspector"
        title="Run inspector"
      >
        <PanelIcon />
      </button>
    </header>
  )
}
