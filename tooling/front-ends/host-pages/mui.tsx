import { AppBar, Box, Button, CssBaseline, createTheme, Divider, Paper, ThemeProvider, Toolbar, Typography } from '@mui/material'
import { Chat } from './chat.tsx'

const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: { primary: { main: '#00695f' } } }, dark: { palette: { primary: { main: '#80cbc4' } } } },
})

/** A page with Material UI, whose scheme is set with the same attribute as that of pf. */
export const Page = () => (
  <ThemeProvider theme={theme} defaultMode={document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'} storageManager={null}>
    <CssBaseline enableColorScheme />
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>
      <AppBar position="static" color="default" elevation={0}>
        <Toolbar sx={{ justifyContent: 'space-between' }}>
          <Typography variant="h6" component="h1">
            Departures
          </Typography>
          <Button variant="contained">Export</Button>
        </Toolbar>
      </AppBar>
      <Box component="main" sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, gap: 2, p: 3 }}>
        <Typography sx={{ color: 'text.secondary' }}>Delays of the last week, by line.</Typography>
        <Divider />
        <Paper sx={{ flex: 1, minHeight: 0, width: '100%', maxWidth: 900, mx: 'auto', overflow: 'hidden' }}>
          <Chat />
        </Paper>
      </Box>
    </Box>
  </ThemeProvider>
)
