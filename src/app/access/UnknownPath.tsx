import { Navigate, useLocation } from 'react-router-dom'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { nearestParent } from '#src/core/routes.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { isPageOff } from './feature-pages.ts'
import { NotFound } from './NotFound.tsx'

/** Redirects to the nearest existing parent route, else shows the 404 page (spec 2: Unknown paths). */
export const UnknownPath = () => {
  const info = useAppSelector(selectClientInfo)
  const parent = nearestParent(useLocation().pathname, (path) => !isPageOff(info, path))
  return parent ? <Navigate to={parent} replace /> : <NotFound />
}
