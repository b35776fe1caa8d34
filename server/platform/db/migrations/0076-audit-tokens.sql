-- By the name of which API token an owner's change was made; null for a person.
alter table audit_entry add column api_token text;
