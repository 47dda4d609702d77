import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
// The schemes of shadcn and of pf. MUI has one of its own.
document.documentElement.classList.toggle('dark', query.get('scheme') === 'dark')
document.documentElement.dataset.theme = query.get('scheme') ?? 'light'

const pages = {
  plain: () => import('./plain.tsx'),
  shadcn: () => import('./shadcn.tsx'),
  mui: () => import('./mui.tsx'),
}
const themes = {
  plain: () => import('./plain-tokens.css'),
  shadcn: () => import('./shadcn-tokens.css'),
  mui: () => import('./mui-tokens.css'),
}
const host = (query.get('host') ?? 'plain') as keyof typeof pages
const { Page } = await pages[host]()
if (query.get('tokens') !== 'none') await themes[host]()
createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
