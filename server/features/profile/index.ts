import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/profile/profile.ts'
import * as deviceContract from '#contract/profile/device.ts'
import * as publicContract from '#contract/profile/public-profile.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { syncDevice, type DeviceDependencies } from './device.service.ts'
import { removePicture, savePicture } from './picture.service.ts'
import { publicProfile, publicSettings, savePublicSettings } from './public-profile.service.ts'
import { ownProfile, saveProfile, type ProfileDependencies } from './profile.service.ts'

export { writeProfile } from './profile.repository.ts'
export { createPersonDocuments } from './public-page.ts'
export { writeSettings } from './public-profile.repository.ts'

/** A person's own profile: fields, picture, and what they show to everybody. */
export const profileFeature = (dependencies: ProfileDependencies & DeviceDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, deviceContract.syncDevice, (scope, { body }) =>
      syncDevice(scope, body, dependencies),
    )
    mount(app, pipeline, contract.getProfile, (scope) => ownProfile(scope))
    mount(app, pipeline, contract.saveProfile, (scope, { body }) => saveProfile(scope, body, dependencies))
    mount(app, pipeline, contract.savePicture, (scope, { body }) =>
      savePicture(scope, body.picture, dependencies),
    )
    mount(app, pipeline, contract.removePicture, (scope) => removePicture(scope, dependencies))
    mount(app, pipeline, publicContract.getPublicSettings, (scope, { query }) =>
      publicSettings(scope, query.language),
    )
    mount(app, pipeline, publicContract.savePublicSettings, (scope, { body, query }) =>
      savePublicSettings(scope, body, query.language),
    )
    mount(app, pipeline, publicContract.getPublicProfile, (scope, { params, query }) =>
      publicProfile(scope, params.handle, query.language),
    )
  },
})
