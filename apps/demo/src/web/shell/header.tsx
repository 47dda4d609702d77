import { type ReactNode, useEffect, useState } from 'react'
import { ListIcon, NewIcon, PanelIcon, SchemeIcon } from './icons.tsx'
import { inspectorPanel, listPanel, type Panel } from './use-panel.ts'
import { useRichOutput } from './use-rich-output.ts'
import { type Tab, tabs } from './use-tab.ts'

export interface HeaderProps {
  list: Panel
  inspector: Panel
  tab: Tab
}

/** The header with product name, tabs, model name, and the buttons for the conversations, a new one, colour scheme and inspector. */
export function Header({ list, inspector, tab }: HeaderProps) {
  const model = useModelName()
  const { scheme, toggle } = useScheme()
  const rich = useRichOutput() === true
  return (
    <header className="bar">
      {tab === 'chat' && (
        <PanelButton panel={list} controls={listPanel.id} label="Conversations">
          <ListIcon />
        </PanelButton>
      )}
      <span className="bar__brand">pf</span>
      <span className="bar__title">Analytics copilot</span>
      <nav className="bar__tabs" aria-label="Views">
        {Object.entries(tabs)
          .filter(([name]) => name !== 'lab' || rich)
          .map(([name, label]) => (
            <a key={name} href={`#${name}`} aria-current={name === tab ? 'page' : undefined}>
              {label}
            </a>
          ))}
      </nav>
      <span className="bar__space" />
      {model && (
        <span
          className="bar__model"
          title={model.scripted ? 'A scripted model answers with fixed stories over the real data' : `Answers come from ${model.name}`}
        >
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
      {tab === 'chat' && (
        <PanelButton panel={inspector} controls={inspectorPanel.id} label="Run inspector">
          <PanelIcon />
        </PanelButton>
      )}
    </header>
  )
}

function PanelButton({ panel, controls, label, children }: { panel: Panel; controls: string; label: string; children: ReactNode }) {
  return (
    <button type="button" className="icon-button" onClick={panel.toggle} aria-expanded={panel.open} aria-controls={controls} aria-label={label} title={label}>
      {children}
    </button>
  )
}

/** Returns the model in use, as reported by the server. */
function useModelName(): { name: string; scripted: boolean } | undefined {
  const [model, setModel] = useState<{ name: string; scripted: boolean }>()
  useEffect(() => {
    const stop = new AbortController()
    fetch('/demo/model', { signal: stop.signal })
      .then((response) => response.json())
      .then((label: { name?: unknown; scripted?: unknown }) => setModel({ name: String(label.name), scripted: label.scripted === true }))
      .catch(() => undefined)
    return () => stop.abort()
  }, [])
  return model
}

type Scheme = 'light' | 'dark'

/** Returns the colour scheme in use and a function that toggles it. The choice is stored. */
function useScheme(): { scheme: Scheme; toggle(): void } {
  const [scheme, setScheme] = useState<Scheme>(current)
  const toggle = () => {
    const next = scheme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    try {
      localStorage.setItem('pf-scheme', next)
    } catch {
      // Without storage, the choice is lost when the page is closed.
    }
    setScheme(next)
  }
  return { scheme, toggle }
}

function current(): Scheme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
