import { Navigate, useLocation } from 'react-router-dom'
import { nearestParent } from '#src/core/routes.ts'
import { NotFound } from './NotFound.tsx'

/** Redirects to the nearest existing parent route, else shows the 404 page (spec 2: Unknown paths). */
export const UnknownPath = () => {
  const parent = nearestParent(useLocation().pathname)
  return parent ? <Navigate to={parent} replace /> : <NotFound />
}
