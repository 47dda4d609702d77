export const text = { full: ({ label, percent }) => `${label}: ${percent} percent`, short: ({ percent }) => `${percent} %` }
