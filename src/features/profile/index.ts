/** Entry point of the profile. */
export { ProfilePage } from './pages/ProfilePage.tsx'
