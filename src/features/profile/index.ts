/** Entry point of the profile. */
export { PublicProfilePage } from './pages/PublicProfilePage.tsx'
export { ProfilePage } from './pages/ProfilePage.tsx'
