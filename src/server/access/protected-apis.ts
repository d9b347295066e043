import type { Configuration } from '../../config/configuration.ts';
import type { Api } from '../../model/api.ts';
import { versionedName } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import { entryFor, PUBLIC } from '../../options/access-records.ts';
import type { AccessControl } from './access-control.ts';

/** Versions of APIs for which credentials are read at all; for the others every caller is a guest. */
export function protectedApis(
  { authentication }: Configuration,
  apis: readonly Api[],
  { authorization }: AccessControl,
): ReadonlySet<string> {
  const isMapped = (api: Api): boolean =>
    (entryFor(authentication.map, api.getName(), api.getVersion())?.adapter ?? PUBLIC) !== PUBLIC;
  // The documentation does not cover HEAD, which may have a rule of its own.
  const isHeadClosed = ({ service, resource, record }: Operation): boolean => {
    if (record.method !== 'GET' || service.getKind() === 'webhook') return false;
    const { api } = service;
    return (
      authorization.access({
        api: api.getName(),
        version: api.getVersion(),
        service: service.getName(),
        resource,
        method: 'HEAD',
      }).kind === 'login'
    );
  };
  const needsLogin = (api: Api): boolean =>
    api
      .getServices()
      .some((service) =>
        service.getAllOperations().some((operation) => operation.asksForLogIn() || isHeadClosed(operation)),
      );
  return new Set(
    apis.filter((api) => isMapped(api) || needsLogin(api)).map((api) => versionedName(api.getName(), api.getVersion())),
  );
}
