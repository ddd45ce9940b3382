import { use, type ReactNode } from 'react'
import { loadPageSheet } from './load-page-sheet.ts'

/** Suspends until the sheet is there; stands after the page so that both are fetched at the same time. */
const SheetArrived = () => {
  use(loadPageSheet())
  return null
}

/** A page that is shown only with its styles (docs/decisions/app/group-the-build-by-visit.md). */
export const WithPageSheet = ({ children }: { children: ReactNode }) => {
  void loadPageSheet().catch(() => undefined)
  return (
    <>
      {children}
      <SheetArrived />
    </>
  )
}
