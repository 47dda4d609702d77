import { useEffect, useLayoutEffect } from 'react'

/** Runs before the page is painted. A server has no layout, and React 18 warns of asking for one there. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
