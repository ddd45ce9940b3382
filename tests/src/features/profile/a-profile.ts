import type { OwnProfile } from '#contract/profile/profile.ts'
import type { PublicProfileSettings } from '#contract/profile/public-profile.ts'

export const aProfile = (overrides: Partial<OwnProfile> = {}): OwnProfile => ({
  first_name: 'Asha',
  last_name: 'Rao',
  full_name: 'Asha Rao',
  email: 'asha@kite.test',
  username: 'asha',
  phone_number: '+919876543210',
  profile_picture: null,
  bio: '',
  date_of_birth: null,
  professional_url: null,
  code_url: null,
  language: 'en',
  time_zone: 'Asia/Kolkata',
  follows_device_zone: true,
  ...overrides,
})

export const aPublicProfile = (overrides: Partial<PublicProfileSettings> = {}): PublicProfileSettings => ({
  is_on: false,
  handle: null,
  fields: [],
  is_listed: false,
  whole: { name: 'Asha Rao', picture: null, bio: '', links: [], badges: [], courses: [] },
  ...overrides,
})
