// Runs before the first paint, so a chosen scheme never flashes the other one; the page's policy forbids inline scripts.
try {
  const chosen = localStorage.getItem('pf-scheme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {}
