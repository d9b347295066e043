import { about, map } from '../options/schema.ts';
import type { Members } from './members.ts';
import { documentationSection } from './sections/documentation.ts';
import { mvcAuthSection } from './sections/mvc-auth.ts';
import { adminSection, serverSection } from './sections/server.ts';
import { servicesSection } from './sections/services.ts';
import { negotiationSection, viewManagerSection } from './sections/views.ts';

/** The one description of what the configuration may hold; `configuration.schema.json` is made from it. */
export function configurationSchemaOf(members: Members) {
  return map({
    'platform-documentation': about('The site and its documentation.', documentationSection(members)),
    view_manager: about('Your own templates in place of the built-in ones.', viewManagerSection),
    'platform-content-negotiation': about('Media types of view models.', negotiationSection),
    'platform-mvc-auth': about('Log-ins, and who may call what.', mvcAuthSection(members)),
    'platform-services': about('Who answers for each published API.', servicesSection(members)),
    'platform-server': about('Metrics and the audit log.', serverSection),
    'platform-admin': about('The administration pages in production.', adminSection),
  });
}
