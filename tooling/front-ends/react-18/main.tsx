import '@pf/react-renderers/styles.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Gallery } from './gallery'

const root = document.getElementById('root') as HTMLElement
const reportRecovered = (error: unknown) => console.error(`recovered: ${error}`)
if (root.firstElementChild) hydrateRoot(root, <Gallery />, { onRecoverableError: reportRecovered })
else createRoot(root).render(<Gallery />)
