import { useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { forgetReturnPath, peekReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'

/** Somebody signed in already is sent on; who signs in here is sent on by the page itself (spec §4). */
export const GuestOnly = () => {
  const [onward] = useState(() => {
    const user = storedUser()
    return user ? peekReturnPath(user.id) : null
  })
  useEffect(() => {
    if (onward !== null) forgetReturnPath()
  }, [onward])
  return onward === null ? <Outlet /> : <Navigate to={onward} replace />
}
