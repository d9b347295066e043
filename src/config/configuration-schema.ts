import { map } from './schema.ts';
import { documentationSection } from './sections/documentation.ts';
import { mvcAuthSection } from './sections/mvc-auth.ts';
import { adminSection, serverSection } from './sections/server.ts';
import { servicesSection } from './sections/services.ts';
import { negotiationSection, viewManagerSection } from './sections/views.ts';

/** The one description of what the configuration may hold; `configuration.schema.json` is made from it. */
export const configurationSchema = map({
  'platform-documentation': documentationSection,
  view_manager: viewManagerSection,
  'platform-content-negotiation': negotiationSection,
  'platform-mvc-auth': mvcAuthSection,
  'platform-services': servicesSection,
  'platform-server': serverSection,
  'platform-admin': adminSection,
});
