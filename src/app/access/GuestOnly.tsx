import { useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { forgetReturnPath, peekReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'

/**
 * Redirects people who are already signed in. After a sign-in on one of these pages, the page itself
 * redirects (spec 4).
 */
export const GuestOnly = () => {
  const [target] = useState(() => {
    const user = storedUser()
    return user ? peekReturnPath(user.id) : null
  })
  useEffect(() => {
    if (target !== null) forgetReturnPath()
  }, [target])
  return target === null ? <Outlet /> : <Navigate to={target} replace />
}
