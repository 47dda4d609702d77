import '@pf/react-renderers/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './page.tsx'
import './styles.css'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
