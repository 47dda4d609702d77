import { createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { createComponentStore } from '@pf/react-renderers/store'
import '@pf/react-renderers/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './styles.css'
import { threadOfPage } from './thread-id.ts'

const client = createRunClient()
const store = createComponentStore()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <PfProvider client={client} store={store}>
        <App store={store} thread={threadOfPage()} />
      </PfProvider>
    </StrictMode>,
  )
