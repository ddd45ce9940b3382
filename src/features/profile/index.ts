/** Entry point of the profile. */
import { lazy } from 'react'

export const ProfilePage = lazy(() =>
  import('./pages/ProfilePage.tsx').then((module) => ({ default: module.ProfilePage })),
)
