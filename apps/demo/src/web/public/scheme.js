// Runs before the first paint so that the chosen colour scheme applies immediately. It is a separate file because the policy of the page
// forbids inline scripts.
try {
  const chosen = localStorage.getItem('pf-scheme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {}
